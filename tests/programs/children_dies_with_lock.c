/* SPDX-License-Identifier: Apache-2.0
 * children_dies_with_lock.c: the parent kills a child, which may hold a mutex in shared memory then: no
 * thread can ever have it again.
 * EXPECT: deadlock  EXPLAIN: 29 35 [32 33]
 * ARGS: -n 500 --children controlled
 * NATIVE: no */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	pthread_mutex_t *m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t attr;
	int status;
	pid_t child;

	if (m == MAP_FAILED)
		return 2;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(m, &attr);
	child = fork();
	if (child == 0)
		for (;;) {
			pthread_mutex_lock(m);
			pthread_mutex_unlock(m);
		}
	kill(child, SIGKILL);
	if (waitpid(child, &status, 0) != child || !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		return 1;
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
	return 0;
}
