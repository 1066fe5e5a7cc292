/* SPDX-License-Identifier: Apache-2.0
 *
 * Sleeping takes virtual time only; yielding is a hint to the scheduler. */
#include <errno.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/reset/clocks.h"

static bool never_wakes_up(const struct hd_thread *t)
{
	(void)t;
	return false;
}

static void yield(uint32_t site)
{
	struct hd_op op = hd_op(HD_YIELD, NULL, site);

	hd_sched_point(&op);
}

/* The time that is left because a signal came; 0: all of it has passed. */
static uint64_t sleep_until(uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_SLEEP, NULL, site);
	uint64_t now;

	hd_cancel_point();
	if (deadline <= hd_vtime_now()) {
		yield(site);
		return 0;
	}
	op.timed = true;
	switch (hd_sched_wait(&op, never_wakes_up, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL)) {
	case HD_WAKE_SIGNAL:
		now = hd_vtime_now();
		return deadline > now ? deadline - now : 1;
	case HD_WAKE_CANCEL:
		hd_cancel_act();
	default:
		return 0;
	}
}

/* 0 or an error number. */
static int sleep_for(const struct timespec *duration, struct timespec *rest, uint32_t site)
{
	uint64_t left;

	if (duration->tv_sec < 0 || !hd_timespec_valid(duration))
		return EINVAL;
	left = sleep_until(hd_deadline_in(hd_timespec_ns(duration)), site);
	if (left && rest)
		*rest = (struct timespec){.tv_sec = (time_t)(left / HD_NS_PER_SECOND),
					  .tv_nsec = (long)(left % HD_NS_PER_SECOND)};
	return left ? EINTR : 0;
}

HD_EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest)
{
	int error;

	if (!hd_active())
		return HD_REAL(nanosleep)(duration, rest);
	if (hd_by_program(HD_PC()))
		hd_access_range((uintptr_t)duration, sizeof *duration, false, HD_PC());
	error = sleep_for(duration, rest, HD_SITE());
	if (!error)
		return 0;
	errno = error;
	return -1;
}

/* The errors of the kernel and libc: a thread cannot sleep on its own processor time, and clocks that can
 * only be read, such as coarse and raw ones, do not wake a thread. */
static int clock_error(clockid_t clock)
{
	struct timespec resolution;

	if (clock == CLOCK_THREAD_CPUTIME_ID)
		return EINVAL;
	if (hd_clock_only_shows(clock))
		return EOPNOTSUPP;
	return clock_getres(clock, &resolution) ? EINVAL : 0;
}

HD_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest)
{
	int error;

	if (!hd_active())
		return HD_REAL(clock_nanosleep)(clock, flags, time, rest);
	error = clock_error(clock);
	if (error)
		return error;
	if (!(flags & TIMER_ABSTIME))
		return sleep_for(time, rest, HD_SITE());
	if (time->tv_sec < 0 || !hd_timespec_valid(time))
		return EINVAL;
	return sleep_until(hd_deadline_from_abstime(clock, time), HD_SITE()) ? EINTR : 0;
}

HD_EXPORT unsigned sleep(unsigned seconds)
{
	uint64_t left;

	if (!hd_active())
		return HD_REAL(sleep)(seconds);
	left = sleep_until(hd_deadline_in(seconds * HD_NS_PER_SECOND), HD_SITE());
	return (unsigned)(left / HD_NS_PER_SECOND); /* cut off, as libc does it */
}

HD_EXPORT int usleep(useconds_t microseconds)
{
	if (!hd_active())
		return HD_REAL(usleep)(microseconds);
	if (!sleep_until(hd_deadline_in(microseconds * 1000ULL), HD_SITE()))
		return 0;
	errno = EINTR;
	return -1;
}

HD_EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
	int error;

	if (!hd_active())
		return HD_REAL(thrd_sleep)(duration, rest);
	error = sleep_for(duration, rest, HD_SITE());
	return error == EINTR ? -1 : error ? -2 : 0;
}

HD_EXPORT int sched_yield(void)
{
	if (!hd_active())
		return HD_REAL(sched_yield)();
	yield(HD_SITE());
	return 0;
}

/* libc no longer offers this one to new programs, but its header still names it. */
HD_EXPORT int pthread_yield(void)
{
	if (!hd_active())
		return HD_REAL(sched_yield)();
	yield(HD_SITE());
	return 0;
}

HD_EXPORT void thrd_yield(void)
{
	if (!hd_active()) {
		HD_REAL(thrd_yield)();
		return;
	}
	yield(HD_SITE());
}
