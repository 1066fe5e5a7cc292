/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_cond_unheld.c: a thread waits on a condition variable without holding the mutex.
 * EXPECT: lock-misuse  EXPLAIN: 22 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waker, NULL);
	pthread_cond_wait(&c, &m);
	pthread_join(t, NULL);
	return 0;
}
