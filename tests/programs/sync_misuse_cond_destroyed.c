/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_cond_destroyed.c: the worker signals after it has given the mutex back; by then main may have
 * seen the flag and destroyed the condition variable.
 * EXPECT: lock-misuse  EXPLAIN: 16 30 [14 15] */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static int ready;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_cond_init(&changed, NULL);
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&changed);
	pthread_join(t, NULL);
	return 0;
}
