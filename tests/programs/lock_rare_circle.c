/* SPDX-License-Identifier: Apache-2.0
 *
 * lock_rare_circle: three threads, each of which takes its own lock and then its neighbour's, by one function
 * for all locks, and each after more work than the one before it.
 *
 * EXPECT: deadlock  EXPLAIN: 23|37 [38]
 * ARGS: -s deadlock
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 3
#define WORK	80

static pthread_mutex_t locks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
					 PTHREAD_MUTEX_INITIALIZER};
static atomic_int done[THREADS];

static void take(int i)
{
	pthread_mutex_lock(&locks[i]);
}

static void give(int i)
{
	pthread_mutex_unlock(&locks[i]);
}

static void *neighbour(void *arg)
{
	int i = (int)(intptr_t)arg;

	for (int k = 0; k < i * WORK; k++)
		atomic_fetch_add(&done[i], 1);
	take(i);
	take((i + 1) % THREADS);
	give((i + 1) % THREADS);
	give(i);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, neighbour, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
