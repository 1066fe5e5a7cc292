/* SPDX-License-Identifier: Apache-2.0
 * thread_create_join.c: threads get their arguments, and who joins them gets their results.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { THREADS = 3 };

static pthread_t threads[THREADS];

static void *twice(void *arg)
{
	intptr_t i = (intptr_t)arg;

	assert(pthread_equal(threads[i], pthread_self())); /* set before the thread starts */
	return (void *)(i * 2);
}

int main(void)
{
	for (intptr_t i = 0; i < THREADS; i++)
		assert(pthread_create(&threads[i], NULL, twice, (void *)i) == 0);
	for (intptr_t i = THREADS - 1; i >= 0; i--) {
		void *result;

		assert(pthread_join(threads[i], &result) == 0);
		assert((intptr_t)result == i * 2);
	}
	return 0;
}
