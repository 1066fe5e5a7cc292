/* SPDX-License-Identifier: Apache-2.0
 * children_crash.c: a child uses a pointer in shared memory before its parent has set it.
 * EXPECT: crash  EXPLAIN: 23 24
 * ARGS: -n 300 --children controlled
 * NATIVE: no */
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int number = 7;

int main(void)
{
	int **shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	if (shared == MAP_FAILED)
		return 2;
	child = fork();
	if (child == 0)
		_exit(**shared == 7 ? 0 : 3);
	*shared = &number;
	return waitpid(child, &status, 0) != child;
}
