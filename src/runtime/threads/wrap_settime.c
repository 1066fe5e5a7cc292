/* SPDX-License-Identifier: Apache-2.0
 *
 * A program under test never sets the clocks of the machine: it gets the answer that an ordinary user gets.
 */
#include "runtime/threads/wrap_settime.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>

#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/engine/vtime.h"

#define US_PER_S 1000000L

bool hd_sets_clock(long number)
{
	return (number == SYS_clock_settime || number == SYS_settimeofday || number == SYS_adjtimex ||
		number == SYS_clock_adjtime) &&
	       hd_is_under_test();
}

static int refused(bool valid)
{
	errno = valid ? EPERM : EINVAL;
	return -1;
}

HD_EXPORT int clock_settime(clockid_t clock, const struct timespec *ts)
{
	if (!hd_is_under_test())
		return HD_REAL(clock_settime)(clock, ts);
	return refused(clock == CLOCK_REALTIME && ts->tv_sec >= 0 && hd_timespec_valid(ts));
}

HD_EXPORT int settimeofday(const struct timeval *tv, const struct timezone *zone)
{
	if (!hd_is_under_test())
		return HD_REAL(settimeofday)(tv, zone);
	return refused(!tv || (tv->tv_sec >= 0 && tv->tv_usec >= 0 && tv->tv_usec < US_PER_S));
}

/* Without a change it only tells what is still to be done: nothing. */
HD_EXPORT int adjtime(const struct timeval *delta, struct timeval *old)
{
	if (!hd_is_under_test())
		return HD_REAL(adjtime)(delta, old);
	if (delta)
		return refused(true);
	if (old)
		*old = (struct timeval){0};
	return 0;
}

static int adjust(clockid_t clock, struct timex *t)
{
	if (t->modes && t->modes != ADJ_OFFSET_SS_READ)
		return refused(true);
	return (int)hd_syscall(SYS_clock_adjtime, clock, t);
}

HD_EXPORT int clock_adjtime(clockid_t clock, struct timex *t)
{
	return hd_is_under_test() ? adjust(clock, t) : HD_REAL(clock_adjtime)(clock, t);
}

HD_EXPORT int adjtimex(struct timex *t)
{
	return hd_is_under_test() ? adjust(CLOCK_REALTIME, t) : HD_REAL(adjtimex)(t);
}

HD_EXPORT int ntp_adjtime(struct timex *t)
{
	return hd_is_under_test() ? adjust(CLOCK_REALTIME, t) : HD_REAL(ntp_adjtime)(t);
}
