/* SPDX-License-Identifier: Apache-2.0
 * Relaxed accesses with a fence on either side; racy: the reader's is a fence for the compiler only.
 * TSAN: no, gcc's does not follow fences */
#include <stdatomic.h>

#include "race.h"

static atomic_int flag;
static int value;

THREAD(writer)
{
	value = 1; /* race */
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
}

THREAD(reader)
{
	while (!atomic_load_explicit(&flag, memory_order_relaxed))
		sched_yield();
	RACY_OR(atomic_signal_fence, atomic_thread_fence)(memory_order_seq_cst);
	use(value); /* race */
}

int main(void)
{
	RUN(reader, writer);
	return 0;
}
