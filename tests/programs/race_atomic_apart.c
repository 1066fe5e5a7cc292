/* SPDX-License-Identifier: Apache-2.0
 * race_atomic_apart.c: an atomic load and an atomic store are not one atomic increment.
 * EXPECT: assert  EXPLAIN: 14 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *worker(void *unused)
{
	(void)unused;
	atomic_store(&counter, atomic_load(&counter) + 1);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(atomic_load(&counter) == 2);
	return 0;
}
