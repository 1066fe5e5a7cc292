/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_lock_destroyed.c: a thread that comes late locks a mutex that was destroyed.
 * EXPECT: lock-misuse  EXPLAIN: 13 24 [12 25] */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t destroyed;

static void *late(void *arg)
{
	sem_wait(&destroyed);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&destroyed, 0, 0);
	pthread_create(&t, NULL, late, NULL);
	pthread_mutex_destroy(&m);
	sem_post(&destroyed);
	pthread_join(t, NULL);
	return 0;
}
