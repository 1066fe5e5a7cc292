/* SPDX-License-Identifier: Apache-2.0
 * robust_many_generations.c: threads are created and joined again and again, a few at a time.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *worker(void *unused)
{
	(void)unused;
	__atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int round = 0; round < 200; round++) {
		for (int i = 0; i < 2; i++)
			assert(pthread_create(&t[i], NULL, worker, NULL) == 0);
		for (int i = 0; i < 2; i++)
			pthread_join(t[i], NULL);
	}
	assert(counter == 400);
	return 0;
}
