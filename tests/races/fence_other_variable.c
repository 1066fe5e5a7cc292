/* SPDX-License-Identifier: Apache-2.0
 * Between two fences the flag is handed on by relaxed accesses of one variable; racy: the reader waits for
 * another one, which was set before the fence.
 * TSAN: no, gcc's does not follow fences */
#include <stdatomic.h>

#include "race.h"

static atomic_int early, late;
static int value;

THREAD(writer)
{
	atomic_store_explicit(&early, 1, memory_order_relaxed);
	value = 1; /* race */
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&late, 1, memory_order_relaxed);
}

THREAD(reader)
{
	while (!atomic_load_explicit(RACY_OR(&early, &late), memory_order_relaxed))
		sched_yield();
	atomic_thread_fence(memory_order_acquire);
	use(value); /* race */
}

int main(void)
{
	use(atomic_load(&early) + atomic_load(&late));
	RUN(reader, writer);
	return 0;
}
