/* SPDX-License-Identifier: Apache-2.0
 *
 * race_one_order: one thread sets a limit at once, another one uses it after long work, and nothing orders
 * them. All is well as long as the limit is set first, as nearly always.
 *
 * EXPECT: assert  EXPLAIN: 27 35
 * ARGS: -s race
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define WORK 200

static int limit;
static atomic_int done[2];

static void work(atomic_int *count)
{
	for (int i = 0; i < WORK; i++)
		atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

static void *configure(void *unused)
{
	limit = 10;
	work(&done[0]);
	return unused;
}

static void *serve(void *unused)
{
	work(&done[1]);
	assert(limit == 10);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, configure, NULL);
	pthread_create(&threads[1], NULL, serve, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
