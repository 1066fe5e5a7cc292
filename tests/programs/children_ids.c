/* SPDX-License-Identifier: Apache-2.0
 * children_ids.c: parent and child know each other's process id, also in a replay; what is wrong is that the
 * parent does not wait for the child before it looks.
 * EXPECT: assert  EXPLAIN: 30 33
 * ARGS: -n 300 --children controlled */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	pid_t child, parent;
	int done;
};

int main(void)
{
	struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t self = getpid(), child;
	int status, done;

	if (s == MAP_FAILED)
		return 2;
	child = fork();
	if (child == 0) {
		s->child = getpid();
		s->parent = getppid();
		s->done = 1;
		_exit(0);
	}
	done = s->done;
	if (wait(&status) != child || status || s->child != child || s->parent != self || kill(child, 0) == 0)
		return 2;
	assert(done);
	return 0;
}
