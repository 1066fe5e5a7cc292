/* SPDX-License-Identifier: Apache-2.0
 *
 * Sleeping takes virtual time only; yielding is a hint to the scheduler. */
#include <errno.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/real.h"
#include "runtime/sched.h"
#include "runtime/vtime.h"

static bool never(const struct hd_thread *t)
{
	(void)t;
	return false;
}

static void yield(uint32_t site)
{
	struct hd_op op = hd_op(HD_YIELD, NULL, site);

	hd_sched_point(&op);
}

static void sleep_until(uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_SLEEP, NULL, site);

	hd_cancel_point();
	if (deadline <= hd_vtime_now()) {
		yield(site);
		return;
	}
	op.timed = true;
	if (hd_sched_wait(&op, never, deadline, HD_WAIT_CANCEL) == HD_WAKE_CANCEL)
		hd_cancel_act();
}

/* 0 or an error number. There are no signals that could interrupt it, so nothing ever remains. */
static int sleep_for(const struct timespec *duration, uint32_t site)
{
	if (duration->tv_sec < 0 || !hd_timespec_valid(duration))
		return EINVAL;
	sleep_until(hd_deadline_in(hd_timespec_ns(duration)), site);
	return 0;
}

HD_EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest)
{
	int error;

	if (!hd_active())
		return HD_REAL(nanosleep)(duration, rest);
	error = sleep_for(duration, HD_SITE());
	if (!error)
		return 0;
	errno = error;
	return -1;
}

HD_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest)
{
	if (!hd_active())
		return HD_REAL(clock_nanosleep)(clock, flags, time, rest);
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME &&
	    clock != CLOCK_TAI && clock != CLOCK_PROCESS_CPUTIME_ID)
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		return sleep_for(time, HD_SITE());
	if (time->tv_sec < 0 || !hd_timespec_valid(time))
		return EINVAL;
	sleep_until(hd_deadline_from_abstime(clock, time), HD_SITE());
	return 0;
}

HD_EXPORT unsigned sleep(unsigned seconds)
{
	if (!hd_active())
		return HD_REAL(sleep)(seconds);
	sleep_until(hd_deadline_in(seconds * HD_NS_PER_SECOND), HD_SITE());
	return 0;
}

HD_EXPORT int usleep(useconds_t microseconds)
{
	if (!hd_active())
		return HD_REAL(usleep)(microseconds);
	sleep_until(hd_deadline_in(microseconds * 1000ULL), HD_SITE());
	return 0;
}

HD_EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *rest)
{
	if (!hd_active())
		return HD_REAL(thrd_sleep)(duration, rest);
	return sleep_for(duration, HD_SITE()) ? -2 : 0; /* -1 would mean a signal */
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
