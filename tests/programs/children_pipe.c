/* SPDX-License-Identifier: Apache-2.0
 * children_pipe.c: parent and child send a number to and fro by two pipes; the child ends when the parent
 * closes its end.
 * EXPECT: passed
 * ARGS: -n 200 --children controlled */
#include <assert.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_child[2], to_parent[2];

static void add_one(void)
{
	int n;

	close(to_child[1]);
	close(to_parent[0]);
	while (read(to_child[0], &n, sizeof n) == sizeof n) {
		n++;
		if (write(to_parent[1], &n, sizeof n) != sizeof n)
			_exit(2);
	}
	_exit(0);
}

int main(void)
{
	int n = 0, status;
	pid_t child;

	if (pipe(to_child) || pipe(to_parent))
		return 2;
	child = fork();
	if (child == 0)
		add_one();
	close(to_child[0]);
	close(to_parent[1]);
	for (int i = 0; i < 3; i++) {
		assert(write(to_child[1], &n, sizeof n) == sizeof n);
		assert(read(to_parent[0], &n, sizeof n) == sizeof n);
		assert(n == i + 1);
	}
	close(to_child[1]);
	return waitpid(child, &status, 0) != child || status;
}
