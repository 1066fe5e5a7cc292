/* SPDX-License-Identifier: Apache-2.0
 * children_signals.c: the parent asks its child by a signal to end, and learns of its end by another one.
 * EXPECT: passed
 * ARGS: -n 200 --children controlled */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t asked, ended;

static void on_term(int signal)
{
	(void)signal;
	asked = 1;
}

static void on_child(int signal)
{
	(void)signal;
	ended = 1;
}

int main(void)
{
	sigset_t both, before;
	int status;
	pid_t child;

	sigemptyset(&both);
	sigaddset(&both, SIGTERM);
	sigaddset(&both, SIGCHLD);
	sigprocmask(SIG_BLOCK, &both, &before);
	signal(SIGTERM, on_term);
	signal(SIGCHLD, on_child);
	child = fork();
	if (child == 0) {
		while (!asked)
			sigsuspend(&before);
		_exit(7);
	}
	kill(child, SIGTERM);
	while (!ended)
		sigsuspend(&before);
	assert(waitpid(child, &status, WNOHANG) == child);
	assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	assert(!asked);
	return 0;
}
