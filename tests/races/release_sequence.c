/* SPDX-License-Identifier: Apache-2.0
 * A flag is released as 1 and made 2 by somebody else: a read-modify-write, even a relaxed one, passes on
 * what was released; racy: a store, which does not.
 * TSAN: no, it takes stores of others for part of the release sequence */
#include <stdatomic.h>

#include "race.h"

static atomic_int flag;
static int value;

THREAD(writer)
{
	value = 1; /* race */
	atomic_store_explicit(&flag, 1, memory_order_release);
}

THREAD(between)
{
	while (atomic_load_explicit(&flag, memory_order_relaxed) != 1)
		sched_yield();
	if (RACY_OR(true, false))
		atomic_store_explicit(&flag, 2, memory_order_relaxed);
	else
		atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
}

THREAD(reader)
{
	while (atomic_load_explicit(&flag, memory_order_acquire) != 2)
		sched_yield();
	use(value); /* race */
}

int main(void)
{
	RUN(reader, between, writer);
	return 0;
}
