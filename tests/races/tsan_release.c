/* SPDX-License-Identifier: Apache-2.0
 * What orders two threads is told to the tool; racy: only by the one that goes first. */
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>

#include "race.h"

static atomic_int ready;
static int value;

THREAD(producer)
{
	value = 1; /* race */
	__tsan_release(&ready);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

THREAD(consumer)
{
	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		sched_yield();
	if (RACY_OR(false, true))
		__tsan_acquire(&ready);
	use(value); /* race */
}

int main(void)
{
	RUN(producer, consumer);
	return 0;
}
