/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_recursive_wait.c: a wait gives a recursive mutex back only once, but it was locked twice.
 * EXPECT: deadlock  EXPLAIN: 32 21|13 [14 15 33 34] */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void wait_until_ready(void)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	wait_until_ready();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
