/* SPDX-License-Identifier: Apache-2.0
 * signal_fault_from_child.c: a child sends the numbers of faults to its parent, which has handlers for them
 * and blocks them until it waits. A fault of the program's own is still handled at once.
 * EXPECT: passed
 * ARGS: -n 3
 * WORLD: yes
 * DETERMINISM: no */
#include <assert.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t handled[65], sender;
static sigjmp_buf back;

static void note(int signal, siginfo_t *info, void *context)
{
	(void)context;
	handled[signal]++;
	sender = info->si_pid;
}

static void leave(int signal)
{
	siglongjmp(back, signal);
}

static void receive(int signal)
{
	struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
	sigset_t blocked, before;
	pid_t child;

	sigemptyset(&blocked);
	sigaddset(&blocked, signal);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	sigaction(signal, &action, NULL);
	child = fork();
	assert(child >= 0);
	if (!child)
		_exit(kill(getppid(), signal));
	assert(sigsuspend(&before) == -1 && errno == EINTR);
	assert(handled[signal] == 1 && sender == child);
	assert(waitpid(child, NULL, 0) == child);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

int main(void)
{
	receive(SIGABRT);
	receive(SIGFPE);
	signal(SIGFPE, leave);
	if (!sigsetjmp(back, 1)) {
		raise(SIGFPE);
		return 1;
	}
	return 0;
}
