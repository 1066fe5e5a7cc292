/* SPDX-License-Identifier: Apache-2.0
 * progress_by_reads_and_writes.c: mutual exclusion that needs nothing but loads and stores: Lamport's bakery,
 * the filter of Peterson, and Dekker's algorithm for two of the threads.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 50 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define THREADS 4

volatile int baked, filtered, dekkered;

static atomic_bool chooses[THREADS];
static atomic_int number[THREADS];

static bool is_before(int other, int me, int mine)
{
	int n = atomic_load(&number[other]);

	return n && (n < mine || (n == mine && other < me));
}

static void bake(int me)
{
	int mine = 0;

	atomic_store(&chooses[me], true);
	for (int i = 0; i < THREADS; i++) {
		int n = atomic_load(&number[i]);

		mine = n > mine ? n : mine;
	}
	atomic_store(&number[me], ++mine);
	atomic_store(&chooses[me], false);
	for (int i = 0; i < THREADS; i++) {
		while (atomic_load(&chooses[i]))
			;
		while (is_before(i, me, mine))
			;
	}
	baked = baked + 1;
	atomic_store(&number[me], 0);
}

static atomic_int level[THREADS], victim[THREADS];

static bool is_contested(int me, int at)
{
	for (int i = 0; i < THREADS; i++)
		if (i != me && atomic_load(&level[i]) >= at)
			return true;
	return false;
}

static void filter(int me)
{
	for (int at = 1; at < THREADS; at++) {
		atomic_store(&level[me], at);
		atomic_store(&victim[at], me);
		while (is_contested(me, at) && atomic_load(&victim[at]) == me)
			;
	}
	filtered = filtered + 1;
	atomic_store(&level[me], 0);
}

static atomic_bool wants[2];
static atomic_int turn;

static void dekker(int me)
{
	atomic_store(&wants[me], true);
	while (atomic_load(&wants[1 - me])) {
		if (atomic_load(&turn) == me)
			continue;
		atomic_store(&wants[me], false);
		while (atomic_load(&turn) != me)
			;
		atomic_store(&wants[me], true);
	}
	dekkered = dekkered + 1;
	atomic_store(&turn, 1 - me);
	atomic_store(&wants[me], false);
}

static void *worker(void *arg)
{
	int me = *(const int *)arg;

	bake(me);
	filter(me);
	if (me < 2)
		dekker(me);
	return NULL;
}

int main(void)
{
	static const int numbers[THREADS] = {0, 1, 2, 3};
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, (void *)&numbers[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(baked == THREADS && filtered == THREADS && dekkered == 2);
	return 0;
}
