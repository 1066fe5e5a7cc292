/* SPDX-License-Identifier: Apache-2.0
 *
 * lock_order_kept_apart: two locks are taken in opposite orders, but never at the same time: one thread waits
 * for a flag that the other one sets when it is through. The flag is relaxed, so that nothing says so but the
 * program.
 *
 * EXPECT: passed
 * FINDS: lock-order
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int through;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *one(void *unused)
{
	both(&a, &b);
	atomic_store_explicit(&through, 1, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	while (!atomic_load_explicit(&through, memory_order_relaxed))
		sched_yield();
	both(&b, &a);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, one, NULL);
	pthread_create(&threads[1], NULL, two, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
