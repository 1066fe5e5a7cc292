/* SPDX-License-Identifier: Apache-2.0
 * children_deadlock.c: parent and child take two mutexes in shared memory in opposite orders.
 * EXPECT: deadlock  EXPLAIN: 13 14
 * ARGS: -n 500 --children controlled */
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

int main(void)
{
	pthread_mutex_t *m =
	    mmap(NULL, 2 * sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t attr;
	int status;
	pid_t child;

	if (m == MAP_FAILED)
		return 2;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&m[0], &attr);
	pthread_mutex_init(&m[1], &attr);
	child = fork();
	if (child == 0) {
		take_both(&m[0], &m[1]);
		_exit(0);
	}
	take_both(&m[1], &m[0]);
	return waitpid(child, &status, 0) != child || status;
}
