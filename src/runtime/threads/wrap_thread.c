/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of pthreads: create, join, detach, exit. */
#include "runtime/threads/wrap_thread.h"

#include <errno.h>
#include <time.h>

#include "runtime/engine/cancel.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/vtime.h"
#include "runtime/process/wrap_rlimit.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/access/share.h"
#include "runtime/engine/event_thread.h"
#include "runtime/engine/start_point.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/clocks.h"
#include "runtime/sync/settings.h"
#include "runtime/threads/thread_unwind.h"

struct hd_thread *hd_thread_alive(pthread_t thread)
{
	struct hd_thread *t = hd_thread_by_handle(thread);

	return t && t->life == HD_LIFE_ALIVE ? t : NULL;
}

void hd_thread_check_started(void)
{
	hd_rt_init();
	if (hd_rt.mode == HD_MODE_CONTROL)
		hd_refuse("a constructor creates a thread before main; Heddle controls only threads that are "
			  "created after main has started");
}

static bool attr_detached(const pthread_attr_t *attr)
{
	int state = PTHREAD_CREATE_JOINABLE;

	return !pthread_attr_getdetachstate(attr, &state) && state == PTHREAD_CREATE_DETACHED;
}

static bool is_explicit(const pthread_attr_t *attr)
{
	int inherit = PTHREAD_INHERIT_SCHED;

	return !pthread_attr_getinheritsched(attr, &inherit) && inherit == PTHREAD_EXPLICIT_SCHED;
}

/* Only the stack itself is the thread's: guards are outside of it. */
static void remember_attributes(struct hd_thread *t, const pthread_attr_t *attr, bool own_stack, size_t size)
{
	sigset_t mask;

	if (!own_stack)
		pthread_attr_getguardsize(attr, &t->guard_size);
	t->stack_size = size ? size : (size_t)(t->stack_hi - t->stack_lo);
	t->explicit_sched = is_explicit(attr);
	if (pthread_attr_getsigmask_np(attr, &mask) == 0)
		t->sigmask = mask.__val[0];
}

static int spawn(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg,
		 uint32_t site)
{
	struct hd_op op = hd_op(HD_CREATE, NULL, site);
	unsigned long handle;
	size_t size;
	void *stack;
	int error;

	hd_start_point_look();
	hd_sched_point(&op);
	error = hd_settings_of_new(attr, hd_self()->id, (hd_tid)hd_rt.run.nthreads);
	if (error)
		return error;
	stack = hd_attr_stack(attr, &size);
	if (!hd_rlimit_allows_thread(stack ? 0 : size))
		return EAGAIN;
	if (hd_thread_create(start, arg, &handle, site, attr_detached(attr), stack, size) == HD_NO_TID)
		return EAGAIN;
	remember_attributes(hd_thread_by_handle(handle), attr, stack != NULL, size);
	*thread = handle; /* the new thread cannot run before the next scheduling point */
	return 0;
}

/* Without attributes a thread gets those that the program has made the default. */
int hd_thread_spawn(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg,
		    uint32_t site)
{
	pthread_attr_t usual;
	int error;

	if (attr)
		return spawn(thread, attr, start, arg, site);
	error = pthread_getattr_default_np(&usual);
	if (error)
		return error;
	error = spawn(thread, &usual, start, arg, site);
	pthread_attr_destroy(&usual);
	return error;
}

static bool can_join(const struct hd_thread *t)
{
	const struct hd_thread *target = hd_thread_by_handle(t->op.addr);

	return !target || target->life == HD_LIFE_DEAD;
}

static int why_not_joinable(const struct hd_thread *self, const struct hd_thread *target)
{
	if (!target)
		return ESRCH;
	if (target->detached)
		return EINVAL;
	if (target == self || (self->joiner == target->id && !target->cancel_pending && !hd_cancel_due(self)))
		return EDEADLK;
	return target->joiner == HD_NO_TID ? 0 : EINVAL;
}

static void take_result(struct hd_thread *target, void **result)
{
	if (result)
		*result = target->result;
	hd_feed_joined(target->id);
	hd_thread_release(target);
	if (target->id == 0 || --hd_rt.run.unjoined || hd_rt.run.nlive > 1 || hd_rt.run.async)
		return;
	hd_rt.run.multi = false;
	hd_share_all_joined();
}

int hd_thread_join(pthread_t thread, void **result, uint64_t deadline, uint32_t site)
{
	struct hd_op op = {.kind = HD_JOIN, .addr = thread, .site = site};
	struct hd_thread *self = hd_self();
	struct hd_thread *target = hd_thread_by_handle(thread);
	int error = why_not_joinable(self, target);
	enum hd_wake wake;

	if (error)
		return error;
	hd_cancel_point();
	op.timed = deadline != HD_NO_DEADLINE;
	op.other = (uint16_t)(target->id + 1);
	target->joiner = self->id;
	wake = hd_sched_wait(&op, can_join, deadline, HD_WAIT_CANCEL);
	if (wake == HD_WAKE_OK) {
		take_result(target, result);
		return 0;
	}
	target->joiner = HD_NO_TID;
	if (wake == HD_WAKE_CANCEL)
		hd_cancel_act();
	return ETIMEDOUT;
}

int hd_thread_detach(pthread_t thread)
{
	struct hd_thread *target = hd_thread_by_handle(thread);

	if (!target)
		return ESRCH;
	if (target->detached)
		return EINVAL;
	if (target->joiner != HD_NO_TID)
		return 0; /* the thread that joins it releases it */
	target->detached = true;
	if (target->life == HD_LIFE_DEAD)
		hd_thread_release(target);
	return 0;
}

static int try_join(pthread_t thread, void **result, uint32_t site)
{
	struct hd_op op = {.kind = HD_JOIN, .addr = thread, .site = site};
	struct hd_thread *target;
	int error;

	hd_sched_point(&op);
	target = hd_thread_by_handle(thread);
	if (target && target->life != HD_LIFE_DEAD)
		return EBUSY;
	error = why_not_joinable(hd_self(), target);
	if (error)
		return error;
	take_result(target, result);
	return 0;
}

static int join_until(pthread_t thread, void **result, clockid_t clock, const struct timespec *until,
		      uint32_t site)
{
	uint64_t deadline = HD_NO_DEADLINE;

	if (until) {
		if (!hd_timespec_valid(until))
			return EINVAL;
		deadline = hd_deadline_from_abstime(clock, until);
	}
	return hd_thread_join(thread, result, deadline, site);
}

HD_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
	if (!hd_active()) {
		hd_thread_check_started();
		return HD_REAL(pthread_create)(thread, attr, start, arg);
	}
	return hd_thread_spawn(thread, attr, start, arg, HD_SITE());
}

HD_EXPORT int pthread_join(pthread_t thread, void **result)
{
	if (!hd_active())
		return HD_REAL(pthread_join)(thread, result);
	return hd_thread_join(thread, result, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int pthread_tryjoin_np(pthread_t thread, void **result)
{
	if (!hd_active())
		return HD_REAL(pthread_tryjoin_np)(thread, result);
	return try_join(thread, result, HD_SITE());
}

HD_EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
	if (!hd_active())
		return HD_REAL(pthread_timedjoin_np)(thread, result, until);
	return join_until(thread, result, CLOCK_REALTIME, until, HD_SITE());
}

HD_EXPORT int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
				   const struct timespec *until)
{
	if (!hd_active())
		return HD_REAL(pthread_clockjoin_np)(thread, result, clock, until);
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	return join_until(thread, result, clock, until, HD_SITE());
}

HD_EXPORT int pthread_detach(pthread_t thread)
{
	if (!hd_active())
		return HD_REAL(pthread_detach)(thread);
	return hd_thread_detach(thread);
}

HD_EXPORT void pthread_exit(void *result)
{
	if (!hd_active())
		HD_REAL(pthread_exit)(result);
	hd_thread_unwind(result);
}
