/* SPDX-License-Identifier: Apache-2.0
 *
 * Semaphores. glibc keeps the value in the first word of the object, and so do we; its own count of waiters
 * in the second word stays 0. A destroyed one has a value that no
 * semaphore can have. Named ones are in sync_sem_named.c. */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_lock.h"
#include "runtime/sync/sync.h"

#define VALUE_DESTROYED 0xdead0000u

static unsigned *value_of(sem_t *s)
{
	return (unsigned *)s;
}

static bool can_wait(const struct hd_thread *t)
{
	return *value_of(hd_pending_object(t)) > 0;
}

static void sem_check_alive(sem_t *s, const struct hd_op *op, const char *does)
{
	if (*value_of(s) == VALUE_DESTROYED)
		hd_object_destroyed(op, does, "semaphore");
}

static int take_sem(sem_t *s)
{
	--*value_of(s);
	hd_feed_sem_taken(s, *value_of(s));
	hd_object_changed(s);
	return 0;
}

static int result_is(int error)
{
	return error ? hd_error(error) : 0;
}

static int wait_for_sem(sem_t *s, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_SEM_WAIT, s, site);
	enum hd_wake wake;

	if (hd_sem_is_outside(s))
		return result_is(hd_outside_sem_wait(s, deadline, site));
	do
		wake = hd_object_wait(&op, sizeof(*s), can_wait, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL);
	while (wake == HD_WAKE_SIGNAL && deadline == HD_NO_DEADLINE && hd_signals_restart());
	switch (wake) {
	case HD_WAKE_SIGNAL:
		return hd_error(EINTR);
	case HD_WAKE_TIMEOUT:
		return hd_error(ETIMEDOUT);
	case HD_WAKE_CANCEL:
		hd_cancel_act();
	default:
		if (hd_sem_is_outside(s)) /* by now */
			return result_is(hd_outside_sem_wait(s, deadline, site));
		sem_check_alive(s, &op, "waits on");
		return take_sem(s);
	}
}

static int wait_for_sem_until(sem_t *s, clockid_t clock, const struct timespec *abstime, uint32_t site)
{
	uint64_t deadline;

	return hd_deadline(clock, abstime, &deadline) ? wait_for_sem(s, deadline, site) : hd_error(EINVAL);
}

static int try_wait(sem_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_TRYLOCK, s, site);

	if (hd_sem_is_outside(s))
		return result_is(hd_outside_sem_trywait(s, site));
	hd_object_point(&op, sizeof(*s));
	sem_check_alive(s, &op, "waits on");
	return *value_of(s) ? take_sem(s) : hd_error(EAGAIN);
}

static int post(sem_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_SEM_POST, s, site);

	if (hd_sem_is_outside(s))
		return result_is(hd_outside_sem_post(s, site));
	hd_object_point(&op, sizeof(*s));
	sem_check_alive(s, &op, "posts to");
	if (*value_of(s) == SEM_VALUE_MAX)
		return hd_error(EOVERFLOW);
	++*value_of(s);
	hd_feed_sem_post(s);
	hd_object_changed(s);
	return 0;
}

static int get_value(sem_t *s, int *value, uint32_t site)
{
	struct hd_op op = hd_op(HD_ATOMIC_LOAD, s, site);

	op.size = sizeof(unsigned);
	hd_object_point(&op, sizeof(*s));
	sem_check_alive(s, &op, "asks for the value of");
	*value = (int)*value_of(s);
	return 0;
}

/* A pending sem_wait counts as waiting only if the value is 0, because else it need not wait. */
static void sem_check_unused(sem_t *s, const struct hd_op *op, const char *does)
{
	const hd_tid *waiters;

	hd_object_point(op, sizeof(*s));
	if (!*value_of(s) && hd_object_waiters(s, HD_SEM_WAIT, &waiters))
		hd_fail(HD_OUT_LOCK_MISUSE, op->site, op->addr,
			"thread %u %s a semaphore that thread %u waits on", hd_self()->id, does, waiters[0]);
}

static int destroy_sem(sem_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, s, site);

	if (hd_sem_is_outside(s)) /* libc does nothing either */
		return 0;
	sem_check_unused(s, &op, "destroys");
	*value_of(s) = VALUE_DESTROYED;
	hd_object_changed(s);
	return 0;
}

static int init_sem(sem_t *s, int shared, unsigned value, uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, s, site);
	int result;

	sem_check_unused(s, &op, "initialises");
	result = HD_REAL(sem_init)(s, shared, value);
	hd_feed_sem_new(s);
	hd_object_changed(s);
	return result;
}

HD_EXPORT int sem_wait(sem_t *s)
{
	if (!hd_active())
		return HD_REAL(sem_wait)(s);
	return wait_for_sem(s, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int sem_trywait(sem_t *s)
{
	if (!hd_active())
		return HD_REAL(sem_trywait)(s);
	return try_wait(s, HD_SITE());
}

HD_EXPORT int sem_timedwait(sem_t *restrict s, const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(sem_timedwait)(s, abstime);
	return wait_for_sem_until(s, CLOCK_REALTIME, abstime, HD_SITE());
}

HD_EXPORT int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(sem_clockwait)(s, clock, abstime);
	return wait_for_sem_until(s, clock, abstime, HD_SITE());
}

HD_EXPORT int sem_post(sem_t *s)
{
	if (!hd_active())
		return HD_REAL(sem_post)(s);
	return post(s, HD_SITE());
}

HD_EXPORT int sem_getvalue(sem_t *restrict s, int *restrict value)
{
	if (!hd_active())
		return HD_REAL(sem_getvalue)(s, value);
	return get_value(s, value, HD_SITE());
}

HD_EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
	if (!hd_active())
		return HD_REAL(sem_init)(s, shared, value);
	return init_sem(s, shared, value, HD_SITE());
}

HD_EXPORT int sem_destroy(sem_t *s)
{
	if (!hd_active())
		return HD_REAL(sem_destroy)(s);
	return destroy_sem(s, HD_SITE());
}
