/* SPDX-License-Identifier: Apache-2.0
 * An acquire fence after the relaxed load takes over; racy: before it, which is too early.
 * TSAN: no, gcc's does not follow fences */
#include <stdatomic.h>

#include "race.h"

static atomic_int flag;
static int value;

THREAD(writer)
{
	value = 1; /* race */
	atomic_store_explicit(&flag, 1, memory_order_release);
}

THREAD(reader)
{
	do {
		sched_yield();
		if (RACY_OR(true, false))
			atomic_thread_fence(memory_order_acquire);
	} while (!atomic_load_explicit(&flag, memory_order_relaxed));
	if (RACY_OR(false, true))
		atomic_thread_fence(memory_order_acquire);
	use(value); /* race */
}

int main(void)
{
	RUN(reader, writer);
	return 0;
}
