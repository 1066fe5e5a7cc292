/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_unlock_other.c: a thread unlocks a mutex that another thread holds.
 * EXPECT: lock-misuse  EXPLAIN: 14 [12] */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	if (!arg)
		pthread_mutex_lock(&m);
	sched_yield();
	pthread_mutex_unlock(&m); /* one of the two has not locked it */
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, &m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
