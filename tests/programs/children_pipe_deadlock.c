/* SPDX-License-Identifier: Apache-2.0
 * children_pipe_deadlock.c: the child waits for the end of a pipe of which it has a writing end itself.
 * EXPECT: deadlock  EXPLAIN: 19 [26 17]
 * ARGS: -n 100 --children controlled */
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int ends[2], status;
	pid_t child;
	char c;

	if (pipe(ends))
		return 2;
	child = fork();
	if (child == 0) {
		while (read(ends[0], &c, 1) == 1)
			;
		_exit(0);
	}
	if (write(ends[1], "x", 1) != 1)
		return 2;
	close(ends[1]);
	return waitpid(child, &status, 0) != child || status;
}
