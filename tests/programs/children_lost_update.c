/* SPDX-License-Identifier: Apache-2.0
 * children_lost_update.c: parent and child add to a counter in shared memory, and one addition is lost.
 * EXPECT: assert  EXPLAIN: 22
 * ARGS: -n 500 --children controlled */
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *counter = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	if (counter == MAP_FAILED)
		return 2;
	child = fork();
	if (child < 0)
		return 2;
	++*counter;
	if (child == 0)
		_exit(0);
	if (waitpid(child, &status, 0) != child || status)
		return 2;
	assert(*counter == 2);
	return 0;
}
