/* SPDX-License-Identifier: Apache-2.0
 * children_many.c: fifty children count by an atomic in shared memory, and each has a barrier, a semaphore
 * and a lock in common with the others.
 * EXPECT: passed
 * ARGS: -n 20 --children controlled
 * DETERMINISM: 10 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN 50

static struct shared {
	pthread_barrier_t all;
	pthread_rwlock_t lock;
	sem_t few;
	atomic_int started, inside;
	int sum;
} * s;

static void work(int number)
{
	s->started++;
	pthread_barrier_wait(&s->all);
	assert(s->started == CHILDREN);
	sem_wait(&s->few);
	assert(++s->inside <= 3);
	--s->inside;
	sem_post(&s->few);
	pthread_rwlock_wrlock(&s->lock);
	s->sum += number;
	pthread_rwlock_unlock(&s->lock);
	_exit(0);
}

int main(void)
{
	pthread_barrierattr_t all;
	pthread_rwlockattr_t lock;
	int status, ended = 0;

	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		return 2;
	pthread_barrierattr_init(&all);
	pthread_barrierattr_setpshared(&all, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&s->all, &all, CHILDREN);
	pthread_rwlockattr_init(&lock);
	pthread_rwlockattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
	pthread_rwlock_init(&s->lock, &lock);
	sem_init(&s->few, 1, 3);
	for (int i = 0; i < CHILDREN; i++)
		if (fork() == 0)
			work(i);
	while (wait(&status) > 0) {
		assert(status == 0);
		ended++;
	}
	assert(ended == CHILDREN && s->sum == CHILDREN * (CHILDREN - 1) / 2);
	return 0;
}
