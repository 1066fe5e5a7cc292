/* SPDX-License-Identifier: Apache-2.0
 * children_vfork.c: the parent of a vfork() stands still until the child has ended.
 * EXPECT: passed
 * ARGS: -n 100 --children controlled
 * NATIVE: no */
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	if (done == MAP_FAILED)
		return 2;
	child = vfork();
	if (child == 0) {
		*done = 1;
		_exit(3);
	}
	assert(*done == 1);
	assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
	return 0;
}
