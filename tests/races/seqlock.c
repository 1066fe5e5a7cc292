/* SPDX-License-Identifier: Apache-2.0
 * A seqlock whose data are relaxed atomics; racy: plain data, which readers look at while it is written.
 * TSAN: no, gcc's does not follow fences */
#include <stdatomic.h>

#include "race.h"

static atomic_uint version;
static RACY_OR(int, atomic_int) left, right;

static void store(RACY_OR(int, atomic_int) * where, int value)
{
	RACY_OR((*where = value), atomic_store_explicit(where, value, memory_order_relaxed)); /* race */
}

static int load(RACY_OR(int, atomic_int) * where)
{
	return RACY_OR(*where, atomic_load_explicit(where, memory_order_relaxed)); /* race */
}

THREAD(writer)
{
	for (int i = 1; i <= 2; i++) {
		atomic_fetch_add_explicit(&version, 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
		store(&left, i);
		store(&right, i);
		atomic_fetch_add_explicit(&version, 1, memory_order_release);
	}
}

THREAD(reader)
{
	for (;;) {
		unsigned before = atomic_load_explicit(&version, memory_order_acquire);
		int sum = load(&left) + load(&right);

		atomic_thread_fence(memory_order_acquire);
		use(sum);
		if (!(before & 1) && before == atomic_load_explicit(&version, memory_order_relaxed))
			break;
		sched_yield();
	}
}

int main(void)
{
	RUN(reader, writer);
	return 0;
}
