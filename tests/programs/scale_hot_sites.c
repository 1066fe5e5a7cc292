/* SPDX-License-Identifier: Apache-2.0
 * scale_hot_sites.c: shared places are visited so often that only some of the visits are scheduling points.
 * Threads that spin for each other must still get on, and a replay must take the same visits for points.
 * EXPECT: passed
 * ARGS: -n 12 --timeout 20
 * DETERMINISM: 7 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 3, ROUNDS = 20000, LENGTH = 64 };

static atomic_long sum;
static atomic_int turn;
static int shared[LENGTH]; /* written in turns: never by two at once */

static void wait_for_turn(int id)
{
	while (atomic_load(&turn) != id)
		;
}

static void *work(void *arg)
{
	int id = *(const int *)arg;

	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&sum, 1);
	for (int round = 0; round < 3; round++) {
		wait_for_turn(id);
		for (int i = 0; i < ROUNDS; i++)
			shared[i % LENGTH]++;
		atomic_store(&turn, (id + 1) % THREADS);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int ids[THREADS];
	long total = 0;

	for (int i = 0; i < THREADS; i++) {
		ids[i] = i;
		pthread_create(&threads[i], NULL, work, &ids[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < LENGTH; i++)
		total += shared[i];
	if (sum != (long)THREADS * ROUNDS || total != 3L * THREADS * ROUNDS)
		abort();
	return 0;
}
