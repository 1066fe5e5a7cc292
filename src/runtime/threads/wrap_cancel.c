/* SPDX-License-Identifier: Apache-2.0
 *
 * pthread_cancel and what a thread says about being cancelled. A cancellation is a mark on the target; the
 * target acts on it at its next cancellation point, or in the wait it is in. With the asynchronous type it
 * may act anywhere: here that is when the type or the state changes, and at cancellation points. */
#include <errno.h>
#include <pthread.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

static void act_if_asynchronous(struct hd_thread *t)
{
	if (t->cancel_async)
		hd_cancel_point();
}

HD_EXPORT int pthread_cancel(pthread_t thread)
{
	struct hd_thread *target;
	struct hd_op op;

	if (!hd_active())
		return HD_REAL(pthread_cancel)(thread);
	op = (struct hd_op){.kind = HD_CANCEL, .addr = thread, .site = HD_SITE()};
	hd_sched_point(&op);
	target = hd_thread_by_handle(thread);
	if (!target)
		return ESRCH;
	if (target->life == HD_LIFE_DEAD)
		return 0;
	hd_feed_pass(target->id);
	target->cancel_pending = true;
	hd_sched_progress(); /* the target may do nothing but wait for it */
	if (target == hd_self())
		act_if_asynchronous(target);
	else
		hd_sched_changed(target->op.addr);
	return 0;
}

HD_EXPORT int pthread_setcancelstate(int state, int *old)
{
	struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_setcancelstate)(state, old);
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	t = hd_self();
	if (old)
		*old = t->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	t->cancel_disabled = state == PTHREAD_CANCEL_DISABLE || t->exiting;
	act_if_asynchronous(t);
	return 0;
}

HD_EXPORT int pthread_setcanceltype(int type, int *old)
{
	struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_setcanceltype)(type, old);
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	t = hd_self();
	if (old)
		*old = t->cancel_async ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
	hd_cancel_async(t, type == PTHREAD_CANCEL_ASYNCHRONOUS);
	act_if_asynchronous(t);
	return 0;
}

/* A point for the scheduler too: a thread may do nothing else while it waits to be cancelled. */
HD_EXPORT void pthread_testcancel(void)
{
	struct hd_op op;

	if (!hd_active()) {
		HD_REAL(pthread_testcancel)();
		return;
	}
	op = (struct hd_op){.kind = HD_CANCEL, .addr = hd_self()->fs, .site = HD_SITE()};
	hd_sched_point(&op);
	hd_cancel_point();
}
