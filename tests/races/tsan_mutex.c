/* SPDX-License-Identifier: Apache-2.0
 * A lock of the program's own, whose instructions order nothing that a tool could know, is explained to it;
 * racy: it is not. */
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>

#include "race.h"

static atomic_int held;
static int value;

static void lock(void)
{
	if (RACY_OR(false, true))
		__tsan_mutex_pre_lock(&held, 0);
	while (atomic_exchange_explicit(&held, 1, memory_order_relaxed))
		sched_yield();
	if (RACY_OR(false, true))
		__tsan_mutex_post_lock(&held, 0, 0);
}

static void unlock(void)
{
	if (RACY_OR(false, true))
		__tsan_mutex_pre_unlock(&held, 0);
	atomic_store_explicit(&held, 0, memory_order_relaxed);
	if (RACY_OR(false, true))
		__tsan_mutex_post_unlock(&held, 0);
}

THREAD(counts)
{
	for (int i = 0; i < 3; i++) {
		lock();
		value++; /* race */
		unlock();
	}
}

int main(void)
{
	__tsan_mutex_create(&held, 0);
	RUN(counts, counts);
	__tsan_mutex_destroy(&held, 0);
	return 0;
}
