/* SPDX-License-Identifier: Apache-2.0
 * race_init_and_lock.c: nothing orders the initialisation of the locks and their use. All zero is a lock that
 * works, so no run goes wrong; ThreadSanitizer tells such a race, too.
 * EXPECT: passed
 * FINDS: race
 * NATIVE: no */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static pthread_rwlock_t rw;
static pthread_cond_t cond;
static atomic_int ready;

static void *worker(void *arg)
{
	if (!atomic_load_explicit(&ready, memory_order_relaxed))
		return arg;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_cond_signal(&cond);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_init(&lock, NULL);
	pthread_rwlock_init(&rw, NULL);
	pthread_cond_init(&cond, NULL);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	pthread_join(t, NULL);
	return 0;
}
