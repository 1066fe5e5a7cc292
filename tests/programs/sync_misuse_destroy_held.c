/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_destroy_held.c: main destroys a mutex without waiting for the thread that uses it.
 * EXPECT: lock-misuse  EXPLAIN: 22 11|13 */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	sched_yield();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_destroy(&m);
	pthread_join(t, NULL);
	return 0;
}
