/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_once.c: an initialisation needs a mutex whose holder waits for the initialisation.
 * EXPECT: deadlock  EXPLAIN: 15 31 33 [13 16 22 32] */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int settings;

static void init(void)
{
	pthread_mutex_lock(&m);
	settings = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); /* main may be inside, and wait for us */
	settings = 2;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_once(&once, init);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	if (settings) /* somebody has begun */
		pthread_once(&once, init);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
