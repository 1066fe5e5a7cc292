/* SPDX-License-Identifier: Apache-2.0
 * sync_lost_wakeup.c: the flag is set and signalled between the waiter's look at it and its wait.
 * EXPECT: lost-wakeup  EXPLAIN: 25 13|14 [24] */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waker(void *arg)
{
	ready = 1; /* without the mutex */
	pthread_cond_signal(&c);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waker, NULL);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
