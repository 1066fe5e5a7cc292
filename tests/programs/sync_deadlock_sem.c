/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_sem.c: two threads each take one of two units and then need the other one, too.
 * EXPECT: deadlock  EXPLAIN: 11 12 */
#include <pthread.h>
#include <semaphore.h>

static sem_t units;

static void *worker(void *arg)
{
	sem_wait(&units);
	sem_wait(&units);
	sem_post(&units);
	sem_post(&units);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&units, 0, 2);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
