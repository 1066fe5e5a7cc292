/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_keeps_lock.c: a wait that is cancelled without a cleanup handler leaves its mutex locked.
 * EXPECT: deadlock  EXPLAIN: 24 11|13 [22] */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;)
		pthread_cond_wait(&never, &lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, waiter, NULL);
	pthread_cancel(t);
	pthread_join(t, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return 0;
}
