/* SPDX-License-Identifier: Apache-2.0
 * deadlock_relock.c: a function that locks is called with the mutex already locked.
 * EXPECT: deadlock  EXPLAIN: 11 18 [12 19] */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void add(void)
{
	pthread_mutex_lock(&m);
	value++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	if (value > 0)
		add();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	add();
	pthread_join(t, NULL);
	return 0;
}
