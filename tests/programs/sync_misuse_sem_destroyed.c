/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_sem_destroyed.c: main destroys the semaphore when it has seen the work done, before the worker
 * has posted to it.
 * EXPECT: lock-misuse  EXPLAIN: 15 27 [14 25] */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t done;
static atomic_int work;

static void *worker(void *arg)
{
	atomic_store(&work, 1);
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	if (!atomic_load(&work))
		sem_wait(&done);
	sem_destroy(&done);
	pthread_join(t, NULL);
	return 0;
}
