/* SPDX-License-Identifier: Apache-2.0
 * children_robust.c: a child ends while it holds a robust mutex in shared memory; the next owner is
 * told.
 * EXPECT: passed
 * ARGS: -n 300 --children controlled */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	pthread_mutex_t *m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t attr;
	int status, error, died = 0;
	pid_t child;

	if (m == MAP_FAILED)
		return 2;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(m, &attr);
	child = fork();
	if (child == 0) {
		pthread_mutex_lock(m);
		_exit(0);
	}
	for (int i = 0; i < 2; i++) {
		error = pthread_mutex_lock(m);
		assert(error == 0 || error == EOWNERDEAD);
		if (error == EOWNERDEAD) {
			pthread_mutex_consistent(m);
			died++;
		}
		pthread_mutex_unlock(m);
		if (i == 0 && (waitpid(child, &status, 0) != child || status))
			return 1;
	}
	assert(died == 1);
	return 0;
}
