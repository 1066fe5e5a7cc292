/* SPDX-License-Identifier: Apache-2.0
 *
 * What all synchronisation objects share: see sync.h. */
#include "runtime/sync/sync.h"

#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/clocks.h"

/* Not on the stack: a thread of the program may have a small one. Nothing else runs while it is in use. */
static hd_tid waiters[HD_MAX_THREADS];

void hd_object_check(const volatile void *object, size_t size, uint32_t site)
{
	enum hd_outcome outcome = hd_heap_check((uintptr_t)object, size);

	if (__builtin_expect(outcome != HD_OUT_NONE, 0))
		hd_fail(outcome, site, (uint64_t)(uintptr_t)object,
			outcome == HD_OUT_USE_AFTER_FREE
			    ? "thread %u uses a synchronisation object in freed memory"
			    : "thread %u uses a synchronisation object beyond the end of its memory block",
			hd_self()->id);
}

static bool is_lock_operation(const struct hd_op *op)
{
	return op->kind == HD_LOCK || op->kind == HD_RDLOCK || op->kind == HD_WRLOCK ||
	       op->kind == HD_SPINLOCK;
}

/* Tell the analyses that the object is used. Kernel objects and futex words are left out. */
static void watch_use(const struct hd_op *op, size_t size)
{
	if ((hd_event_flags[op->kind] & (HD_F_SYNC | HD_F_KERNEL)) == HD_F_SYNC)
		hd_feed_object(op, size);
}

void hd_object_destroyed(const struct hd_op *op, const char *does, const char *what)
{
	hd_fail(HD_OUT_LOCK_MISUSE, op->site, op->addr, "thread %u %s a %s that was destroyed", hd_self()->id,
		does, what);
}

enum hd_wake hd_object_wait(struct hd_op *op, size_t size, hd_can can, uint64_t deadline, unsigned flags)
{
	enum hd_wake wake;
	void *object = (void *)(uintptr_t)op->addr;

	op->timed = deadline != HD_NO_DEADLINE;
	hd_object_check(object, size, op->site);
	if (!op->timed && is_lock_operation(op))
		hd_feed_wants(op);
	wake = hd_sched_wait(op, can, deadline, flags);
	if (wake == HD_WAKE_OK)
		hd_object_check(object, size, op->site);
	watch_use(op, size);
	return wake;
}

void hd_object_point(const struct hd_op *op, size_t size)
{
	hd_sched_point(op);
	hd_object_check((void *)(uintptr_t)op->addr, size, op->site);
	watch_use(op, size);
}

void hd_object_changed(const volatile void *object)
{
	hd_sched_changed((uint64_t)(uintptr_t)object);
	hd_rt.run.activity++;
}

unsigned hd_object_waiters(const volatile void *object, enum hd_event_kind kind, const hd_tid **tids)
{
	*tids = waiters;
	return hd_sched_pending((uint64_t)(uintptr_t)object, kind, waiters, HD_MAX_THREADS);
}

bool hd_thread_holds(const struct hd_thread *t, const volatile void *object)
{
	for (unsigned i = t->nheld; i-- > 0;) {
		if (t->held[i].addr == (uint64_t)(uintptr_t)object)
			return true;
	}
	return false;
}

static hd_tid holder_but(const volatile void *object, hd_tid except)
{
	for (unsigned id = 0; id < hd_thread_count(); id++) {
		const struct hd_thread *t = hd_thread_by_id((hd_tid)id);

		if (id != except && hd_thread_holds(t, object) && hd_may_share(t, (uintptr_t)object))
			return (hd_tid)id;
	}
	return HD_NO_TID;
}

hd_tid hd_some_holder(const volatile void *object)
{
	return holder_but(object, HD_NO_TID);
}

hd_tid hd_other_holder(const volatile void *object)
{
	return holder_but(object, hd_self()->id);
}

bool hd_deadline(clockid_t clock, const struct timespec *abstime, uint64_t *deadline)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return false;
	if (abstime->tv_nsec < 0 || abstime->tv_nsec >= 1000000000)
		return false;
	*deadline = hd_deadline_from_abstime(clock, abstime);
	return true;
}
