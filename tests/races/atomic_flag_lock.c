/* SPDX-License-Identifier: Apache-2.0
 * A lock made of an atomic_flag is cleared with release; racy: relaxed. */
#include <stdatomic.h>

#include "race.h"

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

THREAD(count)
{
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		sched_yield();
	counter++; /* race */
	atomic_flag_clear_explicit(&lock, RACY_OR(memory_order_relaxed, memory_order_release));
}

int main(void)
{
	RUN(count, count);
	return 0;
}
