/* SPDX-License-Identifier: Apache-2.0
 * Who draws a ticket waits for its number with acquire; racy: relaxed. */
#include <stdatomic.h>

#include "race.h"

static atomic_uint next, now_serving;
static int counter;

THREAD(count)
{
	unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);

	while (atomic_load_explicit(&now_serving, RACY_OR(memory_order_relaxed, memory_order_acquire)) !=
	       mine)
		sched_yield();
	counter++; /* race */
	atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
}

int main(void)
{
	RUN(count, count, count);
	return 0;
}
