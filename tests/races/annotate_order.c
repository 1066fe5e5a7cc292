/* SPDX-License-Identifier: Apache-2.0
 * Dynamic annotations tell what orders two threads, and where a lock is held; racy: the lock is said to be
 * held by readers only. */
#include <stdatomic.h>
#include <stdint.h>

#include "race.h"

void AnnotateHappensBefore(const char *file, int line, uintptr_t addr);
void AnnotateHappensAfter(const char *file, int line, uintptr_t addr);
void AnnotateRWLockCreate(const char *file, int line, uintptr_t lock);
void AnnotateRWLockDestroy(const char *file, int line, uintptr_t lock);
void AnnotateRWLockAcquired(const char *file, int line, uintptr_t lock, uintptr_t exclusive);
void AnnotateRWLockReleased(const char *file, int line, uintptr_t lock, uintptr_t exclusive);

#define HERE __FILE__, __LINE__

static atomic_int ready, held;
static int value, counter;

static void count(void)
{
	const uintptr_t lock = (uintptr_t)&held, exclusive = RACY_OR(0, 1);

	while (atomic_exchange_explicit(&held, 1, memory_order_relaxed))
		sched_yield();
	AnnotateRWLockAcquired(HERE, lock, exclusive);
	counter++; /* race */
	AnnotateRWLockReleased(HERE, lock, exclusive);
	atomic_store_explicit(&held, 0, memory_order_relaxed);
}

THREAD(producer)
{
	count();
	value = 1;
	AnnotateHappensBefore(HERE, (uintptr_t)&value);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

THREAD(consumer)
{
	count();
	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		sched_yield();
	AnnotateHappensAfter(HERE, (uintptr_t)&value);
	use(value);
}

int main(void)
{
	AnnotateRWLockCreate(HERE, (uintptr_t)&held);
	RUN(producer, consumer);
	AnnotateRWLockDestroy(HERE, (uintptr_t)&held);
	return 0;
}
