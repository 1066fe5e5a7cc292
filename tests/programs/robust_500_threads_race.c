/* SPDX-License-Identifier: Apache-2.0
 * robust_500_threads_race.c: one unlocked increment among five hundred threads is found.
 * EXPECT: assert  EXPLAIN: 17
 * ARGS: -n 500
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { COUNT = 500 };

static int counter;

static void *worker(void *unused)
{
	(void)unused;
	counter++;
	return NULL;
}

int main(void)
{
	pthread_t t[COUNT];

	for (int i = 0; i < COUNT; i++)
		assert(pthread_create(&t[i], NULL, worker, NULL) == 0);
	for (int i = 0; i < COUNT; i++)
		pthread_join(t[i], NULL);
	assert(counter == COUNT);
	return 0;
}
