/* SPDX-License-Identifier: Apache-2.0
 * children_orphan.c: a child goes on when its parent has ended, and fails then.
 * EXPECT: assert  EXPLAIN: 21
 * ARGS: -n 300 --children controlled
 * NATIVE: no */
#include <assert.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	pid_t child;
	char c;

	if (pipe(ends))
		return 2;
	child = fork();
	if (child == 0) {
		close(ends[1]);
		assert(read(ends[0], &c, 1) == 1); /* the end of its parent is the end of the pipe */
		_exit(0);
	}
	return child < 0;
}
