/* SPDX-License-Identifier: Apache-2.0
 * A value is published by a flag with release and acquire; racy: the store is relaxed. */
#include <stdatomic.h>

#include "race.h"

static atomic_int flag;
static int value;

THREAD(writer)
{
	value = 1; /* race */
	atomic_store_explicit(&flag, 1, RACY_OR(memory_order_relaxed, memory_order_release));
}

THREAD(reader)
{
	while (!atomic_load_explicit(&flag, memory_order_acquire))
		sched_yield();
	use(value); /* race */
}

int main(void)
{
	RUN(reader, writer);
	return 0;
}
