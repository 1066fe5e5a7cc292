/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_init_waited.c: the semaphore is initialised too late, when a thread may wait on it already.
 * EXPECT: lock-misuse  EXPLAIN: 11 20 */
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *worker(void *arg)
{
	sem_wait(&go);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	sem_init(&go, 0, 0);
	sem_post(&go);
	pthread_join(t, NULL);
	return 0;
}
