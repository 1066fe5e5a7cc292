/* SPDX-License-Identifier: Apache-2.0
 * signal_child_end.c: the end of a child brings SIGCHLD, whose handler does not ask for a restart, and ends
 * the wait for the child: it is not interrupted.
 * EXPECT: passed
 * ARGS: -n 40
 * WORLD: yes
 * DETERMINISM: 8 */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler(int signal)
{
	(void)signal;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	int status;
	pid_t child;

	assert(!sigaction(SIGCHLD, &action, NULL));
	child = fork();
	if (!child)
		_exit(3);
	assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
	action.sa_flags = SA_NOCLDWAIT;
	assert(!sigaction(SIGCHLD, &action, NULL));
	if (!fork())
		_exit(3);
	assert(wait(&status) == -1 && errno == ECHILD);
	return 0;
}
