/* SPDX-License-Identifier: Apache-2.0
 * sync_barrier.c: nobody passes a barrier before all have come, one is told so, and it can be used again.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, ROUNDS = 2 };

static pthread_barrier_t barrier;
static atomic_int arrived[ROUNDS], serial[ROUNDS];

static void *worker(void *arg)
{
	for (int round = 0; round < ROUNDS; round++) {
		int result;

		arrived[round]++;
		result = pthread_barrier_wait(&barrier);
		assert(arrived[round] == THREADS);
		assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
		serial[round] += result != 0;
	}
	if (pthread_barrier_wait(&barrier) != 0)
		assert(pthread_barrier_destroy(&barrier) == 0);
	return arg;
}

int main(void)
{
	pthread_t t[THREADS];

	assert(pthread_barrier_init(&barrier, NULL, 0) != 0);
	assert(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	assert(serial[0] == 1 && serial[1] == 1);
	return 0;
}
