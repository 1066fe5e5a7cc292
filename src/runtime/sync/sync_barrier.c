/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers. glibc's object is used as its own functions leave it: `in` counts the threads that have
 * arrived, `current_round` is its value when this round began. The last thread to arrive turns the pending
 * operations of the others into ones that are always possible, so that they do not look at the barrier again:
 * it may be destroyed, or used for the next round, before they go on. */
#include "runtime/sync/sync_barrier.h"

#include <pthread.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_cond.h"
#include "runtime/sync/sync.h"

struct barrier { /* glibc's layout */
	unsigned in, current_round, count;
	int shared;
	unsigned out;
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier fits into its object");

static unsigned arrived(const struct barrier *b)
{
	return b->in - b->current_round;
}

static bool never_wakes(const struct hd_thread *t)
{
	(void)t;
	return false;
}

/* For the analyses t learns now what all others did before the barrier, not when it goes on: some of them may
 * have come to the barrier again by then. */
static void barrier_let_go(struct hd_thread *t, const struct hd_op *leave)
{
	struct hd_op op = *leave;

	hd_feed_pass(t->id);
	hd_sched_retarget(t, leave, &op, NULL);
}

static int release_round(struct barrier *b)
{
	const hd_tid *waiting;
	unsigned count = hd_object_waiters(b, HD_BARRIER_LEAVE, &waiting);

	b->in = b->current_round;
	hd_feed_receive(b);
	for (unsigned i = 0; i < count; i++) {
		struct hd_thread *t = hd_thread_by_id(waiting[i]);
		hd_can can;
		const struct hd_op *leave =
		    hd_sched_waiting(t, (uint64_t)(uintptr_t)b, HD_BARRIER_LEAVE, &can);

		if (can == never_wakes)
			barrier_let_go(t, leave);
	}
	hd_sched_progress();
	return PTHREAD_BARRIER_SERIAL_THREAD;
}

static int barrier_wait(struct barrier *b, uint32_t site)
{
	struct hd_op arrive = hd_op(HD_BARRIER, b, site), leave = hd_op(HD_BARRIER_LEAVE, b, site);
	hd_object_point(&arrive, sizeof(*b));
	if (!b->count)
		hd_fail(HD_OUT_LOCK_MISUSE, site, arrive.addr,
			"thread %u waits at a barrier that is not initialised or was destroyed",
			hd_self()->id);
	b->in++;
	hd_feed_send(b);
	if (arrived(b) == b->count)
		return release_round(b);
	hd_sched_wait(&leave, never_wakes, HD_NO_DEADLINE, 0);
	return 0;
}

unsigned hd_barrier_missing(const struct hd_op *arrival)
{
	const struct barrier *b = (const struct barrier *)(uintptr_t)arrival->addr;

	if (hd_barrier_is_outside((const pthread_barrier_t *)b) || arrived(b) >= b->count)
		return 0;
	return b->count - arrived(b);
}

static void barrier_check_unused(struct barrier *b, const struct hd_op *op, const char *does)
{
	const hd_tid *waiting;
	unsigned count;

	hd_object_point(op, sizeof(*b));
	count = hd_object_waiters(b, HD_BARRIER_LEAVE, &waiting);
	for (unsigned i = 0; i < count; i++) {
		hd_can can;

		hd_sched_waiting(hd_thread_by_id(waiting[i]), op->addr, HD_BARRIER_LEAVE, &can);
		if (can == never_wakes)
			hd_fail(HD_OUT_LOCK_MISUSE, op->site, op->addr,
				"thread %u %s a barrier at which %u of %u threads wait", hd_self()->id, does,
				arrived(b), b->count);
	}
}

static int barrier_destroy(struct barrier *b, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, b, site);

	barrier_check_unused(b, &op, "destroys");
	b->count = 0;
	return 0;
}

static int barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count,
			uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, b, site);

	barrier_check_unused((struct barrier *)b, &op, "initialises");
	return HD_REAL(pthread_barrier_init)(b, attr, count);
}

HD_EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
	if (!hd_active())
		return HD_REAL(pthread_barrier_wait)(b);
	if (hd_barrier_is_outside(b))
		return hd_outside_barrier_wait(b, HD_SITE());
	return barrier_wait((struct barrier *)b, HD_SITE());
}

HD_EXPORT int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attr,
				   unsigned count)
{
	if (!hd_active())
		return HD_REAL(pthread_barrier_init)(b, attr, count);
	return barrier_init(b, attr, count, HD_SITE());
}

HD_EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
	if (!hd_active())
		return HD_REAL(pthread_barrier_destroy)(b);
	if (hd_barrier_is_outside(b))
		return hd_outside_barrier_destroy(b, HD_SITE());
	return barrier_destroy((struct barrier *)b, HD_SITE());
}
