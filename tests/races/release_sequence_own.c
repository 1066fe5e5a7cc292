/* SPDX-License-Identifier: Apache-2.0
 * A relaxed store of the thread that released goes on with its release sequence (C11, 5.1.2.4); racy: the
 * variable that is stored to is another one. */
#include <stdatomic.h>

#include "race.h"

static atomic_int flags[2];
static int value;

THREAD(writer)
{
	value = 1; /* race */
	atomic_store_explicit(&flags[RACY_OR(1, 0)], 1, memory_order_release);
	atomic_store_explicit(&flags[0], 2, memory_order_relaxed);
}

THREAD(reader)
{
	while (atomic_load_explicit(&flags[0], memory_order_acquire) != 2)
		sched_yield();
	use(value); /* race */
}

int main(void)
{
	RUN(reader, writer);
	return 0;
}
