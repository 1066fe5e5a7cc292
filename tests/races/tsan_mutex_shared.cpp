/* SPDX-License-Identifier: Apache-2.0
 * A read-write lock of the program's own is explained to the tool, as one of writers where a writer has it;
 * racy: as one of readers. */
#include <atomic>
#include <sanitizer/tsan_interface.h>

#include "race.h"

static std::atomic<int> state;
static int value;

static void lock_to_write()
{
	const unsigned flags = RACY_OR(__tsan_mutex_read_lock, 0);
	int free = 0;

	__tsan_mutex_pre_lock(&state, flags);
	while (!state.compare_exchange_weak(free, -1, std::memory_order_relaxed)) {
		free = 0;
		sched_yield();
	}
	__tsan_mutex_post_lock(&state, flags, 0);
}

static void unlock_to_write()
{
	const unsigned flags = RACY_OR(__tsan_mutex_read_lock, 0);

	__tsan_mutex_pre_unlock(&state, flags);
	state.store(0, std::memory_order_relaxed);
	__tsan_mutex_post_unlock(&state, flags);
}

static bool try_to_read()
{
	int readers = state.load(std::memory_order_relaxed);
	bool taken;

	__tsan_mutex_pre_lock(&state, __tsan_mutex_try_read_lock);
	taken =
	    readers >= 0 && state.compare_exchange_strong(readers, readers + 1, std::memory_order_relaxed);
	__tsan_mutex_post_lock(&state, taken ? __tsan_mutex_try_read_lock : __tsan_mutex_try_read_lock_failed,
			       0);
	return taken;
}

static void unlock_to_read()
{
	__tsan_mutex_pre_unlock(&state, __tsan_mutex_read_lock);
	state.fetch_sub(1, std::memory_order_relaxed);
	__tsan_mutex_post_unlock(&state, __tsan_mutex_read_lock);
}

THREAD(writes)
{
	for (int i = 0; i < 2; i++) {
		lock_to_write();
		value++; /* race */
		unlock_to_write();
	}
}

THREAD(reads)
{
	for (int i = 0; i < 2; i++) {
		while (!try_to_read())
			sched_yield();
		use(value); /* race */
		unlock_to_read();
	}
}

int main()
{
	__tsan_mutex_create(&state, __tsan_mutex_not_static);
	RUN(writes, reads);
	__tsan_mutex_destroy(&state, 0);
	return 0;
}
