/* SPDX-License-Identifier: Apache-2.0
 *
 * Condition variables. The pending operations say which threads wait. The object itself holds its clock and
 * whether it was destroyed, in the word where glibc has its clock, and the site of the last signal if that
 * found no waiting thread.
 *
 * A wait has three steps: COND_WAIT gives the mutex back, COND_SLEEP waits for a signal, RELOCK takes the
 * mutex again. A signal turns the sleeper's pending operation into the RELOCK; from then on the sleeper does
 * not touch the condition variable, which may be destroyed before the sleeper goes on. */
#include "runtime/sync/sync_cond.h"

#include <errno.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_cond.h"
#include "runtime/sync/pshared_lock.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/sync_mutex.h"

#define WREFS_MONOTONIC 2u
#define WREFS_DESTROYED 0xdead0000u /* more waiters than there can be threads */

/* One more than the site of the last signal, if that found no waiting thread; 0: it did. This word is free as
 * long as glibc's own functions have not seen a waiter: in a child made by fork they overwrite it before they
 * use it.
 */
static unsigned *lost_signal(pthread_cond_t *c)
{
	return &c->__data.__g_signals[1];
}

bool hd_cond_lost_signal(uint64_t cond_addr, uint32_t *site)
{
	pthread_cond_t *c = (pthread_cond_t *)(uintptr_t)cond_addr;

	if (!*lost_signal(c))
		return false;
	*site = *lost_signal(c) - 1;
	return true;
}

static void cond_check_alive(const pthread_cond_t *c, const struct hd_op *op, const char *does)
{
	if (c->__data.__wrefs == WREFS_DESTROYED)
		hd_object_destroyed(op, does, "condition variable");
}

static bool cond_is_signalled(const struct hd_thread *t)
{
	return t->signalled;
}

static void check_one_mutex(pthread_cond_t *c, const pthread_mutex_t *m, uint32_t site)
{
	const hd_tid *sleepers;

	if (hd_object_waiters(c, HD_COND_SLEEP, &sleepers) &&
	    hd_thread_by_id(sleepers[0])->cond_mutex != (uint64_t)(uintptr_t)m)
		hd_fail(HD_OUT_LOCK_MISUSE, site, (uint64_t)(uintptr_t)c,
			"thread %u waits on a condition variable with another mutex than thread %u, which "
			"waits already",
			hd_self()->id, sleepers[0]);
}

static enum hd_wake sleep_until_signalled(pthread_cond_t *c, uint64_t deadline, uint32_t site)
{
	struct hd_thread *self = hd_self();
	struct hd_op op = hd_op(HD_COND_SLEEP, c, site);

	op.timed = deadline != HD_NO_DEADLINE;
	self->signalled = false;
	return hd_sched_wait(&op, cond_is_signalled, deadline, HD_WAIT_CANCEL | HD_WAIT_SPURIOUS);
}

/* A recursive mutex is given back once, as glibc does it: one that was locked twice stays locked. */
int hd_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, uint32_t site)
{
	struct hd_op wait = hd_op(HD_COND_WAIT, c, site), relock = hd_op(HD_RELOCK, m, site);
	enum hd_wake wake;
	int error;

	hd_object_check(c, sizeof(*c), site);
	if (hd_cond_is_outside(c))
		return hd_outside_cond_wait(c, m, deadline, site);
	error = hd_mutex_check_owner(m, site, "waits on a condition variable with");
	if (error)
		return error;
	hd_self()->cond_mutex = (uint64_t)(uintptr_t)m;
	hd_object_point(&wait, sizeof(*c));
	cond_check_alive(c, &wait, "waits on");
	check_one_mutex(c, m, site);
	hd_mutex_give(m);
	wake = sleep_until_signalled(c, deadline, site);
	if (wake != HD_WAKE_OK)
		hd_object_wait(&relock, sizeof(*m), hd_mutex_can_lock, HD_NO_DEADLINE, 0);
	hd_feed_wants(&relock); /* after the signal: what it could wait for was there even then */
	error =
	    hd_mutex_is_outside(m) ? hd_outside_mutex_lock(m, HD_NO_DEADLINE, site) : hd_mutex_take(m, site);
	hd_self()->cond_mutex = 0;
	if (wake == HD_WAKE_CANCEL)
		hd_cancel_act();
	return !error && wake == HD_WAKE_TIMEOUT ? ETIMEDOUT : error;
}

static int cond_wait_until(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
			   const struct timespec *abstime, uint32_t site)
{
	uint64_t deadline;

	return hd_deadline(clock, abstime, &deadline) ? hd_cond_wait(c, m, deadline, site) : EINVAL;
}

static void wake_up(struct hd_thread *t, const pthread_cond_t *c)
{
	hd_can can;
	const struct hd_op *sleep = hd_sched_waiting(t, (uint64_t)(uintptr_t)c, HD_COND_SLEEP, &can);
	struct hd_op op = *sleep;

	HD_ASSERT(can == cond_is_signalled, "thread %u sleeps on a condition variable in another way", t->id);
	op.kind = HD_RELOCK;
	op.addr = t->cond_mutex;
	op.timed = false;
	t->signalled = true;
	hd_feed_pass(t->id);
	hd_sched_retarget(t, sleep, &op, hd_mutex_can_lock);
	hd_sched_progress();
}

void hd_cond_signal(pthread_cond_t *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_SIGNAL, c, site);
	const hd_tid *sleepers;
	unsigned count;

	if (hd_cond_is_outside(c)) {
		hd_outside_cond_wake(c, false, site);
		return;
	}
	hd_object_point(&op, sizeof(*c));
	cond_check_alive(c, &op, "signals");
	count = hd_object_waiters(c, HD_COND_SLEEP, &sleepers);
	*lost_signal(c) = count ? 0 : site + 1;
	if (count)
		wake_up(hd_thread_by_id(sleepers[count > 1 ? hd_sched_value(count) : 0]), c);
}

void hd_cond_broadcast(pthread_cond_t *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_BROADCAST, c, site);
	const hd_tid *sleepers;
	unsigned count;

	if (hd_cond_is_outside(c)) {
		hd_outside_cond_wake(c, true, site);
		return;
	}
	hd_object_point(&op, sizeof(*c));
	cond_check_alive(c, &op, "broadcasts to");
	count = hd_object_waiters(c, HD_COND_SLEEP, &sleepers);
	*lost_signal(c) = count ? 0 : site + 1;
	for (unsigned i = 0; i < count; i++)
		wake_up(hd_thread_by_id(sleepers[i]), c);
}

static void cond_check_unused(pthread_cond_t *c, const struct hd_op *op, const char *does)
{
	const hd_tid *sleepers;

	hd_object_point(op, sizeof(*c));
	if (hd_object_waiters(c, HD_COND_SLEEP, &sleepers))
		hd_fail(HD_OUT_LOCK_MISUSE, op->site, op->addr,
			"thread %u %s a condition variable that thread %u waits on", hd_self()->id, does,
			sleepers[0]);
}

void hd_cond_destroy(pthread_cond_t *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, c, site);

	if (hd_cond_is_outside(c)) {
		hd_outside_cond_destroy(c, site);
		return;
	}
	cond_check_unused(c, &op, "destroys");
	*lost_signal(c) = 0;
	c->__data.__wrefs = WREFS_DESTROYED;
}

void hd_cond_begin(pthread_cond_t *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, c, site);

	cond_check_unused(c, &op, "initialises");
}

HD_EXPORT int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attr)
{
	if (hd_active())
		hd_cond_begin(c, HD_SITE());
	return HD_REAL(pthread_cond_init)(c, attr);
}

HD_EXPORT int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	if (!hd_active())
		return HD_REAL(pthread_cond_wait)(c, m);
	return hd_cond_wait(c, m, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
				     const struct timespec *restrict abstime)
{
	uint32_t site;

	if (!hd_active())
		return HD_REAL(pthread_cond_timedwait)(c, m, abstime);
	site = HD_SITE();
	hd_object_check(c, sizeof(*c), site);
	return cond_wait_until(c, m, c->__data.__wrefs & WREFS_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME,
			       abstime, site);
}

HD_EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
				     const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_cond_clockwait)(c, m, clock, abstime);
	return cond_wait_until(c, m, clock, abstime, HD_SITE());
}

HD_EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
	if (!hd_active())
		return HD_REAL(pthread_cond_signal)(c);
	hd_cond_signal(c, HD_SITE());
	return 0;
}

HD_EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
	if (!hd_active())
		return HD_REAL(pthread_cond_broadcast)(c);
	hd_cond_broadcast(c, HD_SITE());
	return 0;
}

HD_EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
	if (!hd_active())
		return HD_REAL(pthread_cond_destroy)(c);
	hd_cond_destroy(c, HD_SITE());
	return 0;
}
