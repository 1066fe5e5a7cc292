/* SPDX-License-Identifier: Apache-2.0
 * scale_atomics_first_run.c: the first run samples its atomics, becomes large, and fails.
 * EXPECT: assert  EXPLAIN: 34
 * ARGS: -n 1
 * REPLAYS: 3
 * DETERMINISM: 3 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 60000 }; /* two threads, two atomics: 240,000 accesses, and a run is large from 131,072 on */

static atomic_long count, sum;

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		atomic_fetch_add(&count, 1);
		atomic_fetch_add(&sum, i);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count != 2L * ROUNDS);
	return 0;
}
