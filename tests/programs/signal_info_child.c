/* SPDX-License-Identifier: Apache-2.0
 * signal_info_child.c: values that a child queues for its parent come in their order, none is lost, and who
 * sent them is known; so is which child ended and how.
 * EXPECT: passed
 * WORLD: yes
 * ARGS: -n 100
 * DETERMINISM: no
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUEUED (SIGRTMIN + 4)
#define VALUES 5

static void queue_all(void)
{
	for (int i = 0; i < VALUES; i++)
		sigqueue(getppid(), QUEUED, (union sigval){.sival_int = i});
	_exit(3);
}

static void take(int signal, siginfo_t *info)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	assert(sigwaitinfo(&set, info) == signal);
}

int main(void)
{
	siginfo_t info;
	sigset_t all;
	pid_t child;
	int status;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	child = fork();
	if (!child)
		queue_all();
	for (int i = 0; i < VALUES; i++) {
		take(QUEUED, &info);
		assert(info.si_code == SI_QUEUE && info.si_pid == child && info.si_value.sival_int == i);
	}
	take(SIGCHLD, &info);
	assert(info.si_code == CLD_EXITED && info.si_pid == child && info.si_status == 3);
	assert(waitpid(child, &status, 0) == child);
	return 0;
}
