/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_destroy_waited.c: a mutex is destroyed while a signalled thread has yet to take it again.
 * EXPECT: lock-misuse  EXPLAIN: 12|14 28 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waiter, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_mutex_destroy(&m);
	pthread_join(t, NULL);
	return 0;
}
