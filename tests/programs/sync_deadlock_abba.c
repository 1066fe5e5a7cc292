/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_abba.c: two threads take two mutexes in opposite order.
 * EXPECT: deadlock  EXPLAIN: 12 13 */
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg)
{
	int first = arg != NULL;

	pthread_mutex_lock(&m[first]);
	pthread_mutex_lock(&m[!first]);
	pthread_mutex_unlock(&m[!first]);
	pthread_mutex_unlock(&m[first]);
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
