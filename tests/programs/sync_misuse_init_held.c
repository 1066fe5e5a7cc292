/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_init_held.c: each thread initialises the mutex before it uses it, and so does the second one
 * while the first one holds it.
 * EXPECT: lock-misuse  EXPLAIN: 13 [12 14 16] */
#include <pthread.h>

static pthread_mutex_t lock;
static int initialised, count;

static void *worker(void *arg)
{
	if (!__atomic_load_n(&initialised, __ATOMIC_ACQUIRE)) {
		pthread_mutex_init(&lock, NULL);
		__atomic_store_n(&initialised, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
