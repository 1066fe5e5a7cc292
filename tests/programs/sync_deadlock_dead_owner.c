/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_dead_owner.c: a thread ends with a mutex locked on one of its ways out.
 * EXPECT: deadlock  EXPLAIN: 11|12 24|27 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int closed;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	if (closed)
		return arg; /* still locked */
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	closed = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	return 0;
}
