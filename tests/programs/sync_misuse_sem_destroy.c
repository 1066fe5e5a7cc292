/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_sem_destroy.c: a semaphore is destroyed while a thread may still wait on it.
 * EXPECT: lock-misuse  EXPLAIN: 11 23 */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *arg)
{
	sem_wait(&s);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&s, 0, 0);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	sem_post(&s);
	sem_destroy(&s);
	sem_post(&s); /* too late for whoever still waits */
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
