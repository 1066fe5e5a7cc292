/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_cond_destroy.c: a condition variable is destroyed by the one who gave up waking its waiter.
 * EXPECT: lock-misuse  EXPLAIN: 14 27 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!stop)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waiter, NULL);
	pthread_mutex_lock(&m);
	stop = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_destroy(&c);
	pthread_join(t, NULL);
	return 0;
}
