/* SPDX-License-Identifier: Apache-2.0
 * race_none_late_in_large_run.c: all is ordered, in runs in the middle of which analyses begin to look.
 * EXPECT: passed
 * ARGS: -n 40 -j 1 --seed 1 -s random
 * DETERMINISM: 6 */
/* By locks and semaphores that threads hold then, blocks that go from thread to thread, and threads that are
 * created in a critical section. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { ROUNDS = 1500, SLOW = 8 };

static volatile long by_lock, by_rwlock, by_baton, by_creator;
static volatile long *volatile block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, creation = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t two, even, odd;

static void *created(void *unused)
{
	pthread_mutex_lock(&creation);
	by_creator++;
	pthread_mutex_unlock(&creation);
	return unused;
}

static void pass_block(sem_t *from, sem_t *to)
{
	volatile long *mine;

	sem_wait(from);
	by_baton++;
	mine = block;
	*mine += 1;
	free((void *)mine);
	mine = malloc(sizeof *mine);
	*mine = 0;
	block = mine;
	sem_post(to);
}

static void create_in_section(void)
{
	pthread_t t;

	pthread_mutex_lock(&creation);
	pthread_create(&t, NULL, created, NULL);
	by_creator++;
	pthread_mutex_unlock(&creation);
	pthread_join(t, NULL);
}

static void *work(void *second)
{
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&two);
		pthread_mutex_lock(&lock);
		for (int j = 0; j < SLOW; j++)
			by_lock++;
		pthread_mutex_unlock(&lock);
		sem_post(&two);
		pthread_rwlock_rdlock(&rwlock);
		(void)by_rwlock;
		pthread_rwlock_unlock(&rwlock);
		if (i % 64 == 0) {
			pthread_rwlock_wrlock(&rwlock);
			by_rwlock++;
			pthread_rwlock_unlock(&rwlock);
			create_in_section();
		}
		if (second)
			pass_block(&odd, &even);
		else
			pass_block(&even, &odd);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	sem_init(&two, 0, 2);
	sem_init(&even, 0, 1);
	sem_init(&odd, 0, 0);
	block = calloc(1, sizeof *block);
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	free((void *)block);
	return 0;
}
