/* SPDX-License-Identifier: Apache-2.0
 * An object is made when it is first asked for, by the compiler's guard; racy: by a flag that orders nothing.
 */
#include <atomic>
#include <new>

#include "race.h"

struct thing {
	int value;

	thing()
	{
		value = 1; /* race */
	}
};

static thing *made()
{
	static std::atomic<bool> begun, done;
	static char room[sizeof(thing)] __attribute__((aligned(8)));

	if (!begun.exchange(true, std::memory_order_relaxed)) {
		new (room) thing;
		done.store(true, std::memory_order_relaxed);
	}
	while (!done.load(std::memory_order_relaxed))
		sched_yield();
	return reinterpret_cast<thing *>(room);
}

static thing *guarded()
{
	static thing only;

	return &only;
}

THREAD(asks)
{
	use((RACY_OR(made, guarded))()->value); /* race */
}

int main()
{
	(void)made, (void)guarded;
	RUN(asks, asks, asks);
	return 0;
}
