/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks show virtual time: it starts at the same moment in every run and moves when all threads wait for it,
 * and a little with each reading, so that a loop that waits for time to pass comes to its end. */
#include "runtime/state/cpu_time.h"

#include <errno.h>
#include <sys/time.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/before_main.h"
#include "runtime/reset/clocks.h"

#define COARSE_TICK_NS 4000000L

static struct timespec clock_shows(uint64_t start, uint64_t now)
{
	return (struct timespec){.tv_sec = (time_t)(start + now / HD_NS_PER_SECOND),
				 .tv_nsec = (long)(now % HD_NS_PER_SECOND)};
}

/* Before main: constructors see the second before the run begins, and each reading takes a little of it; they
 * have used no processor time. It is the same in all processes. False: it is no such clock. */
static bool read_early(clockid_t clock, struct timespec *ts)
{
	static uint64_t readings;
	uint64_t start, ns;

	if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
		*ts = (struct timespec){0};
	else if (hd_clock_start(clock, &start)) {
		ns = readings < HD_NS_PER_SECOND / HD_READING_NS ? readings++ * HD_READING_NS
								 : HD_NS_PER_SECOND - 1;
		*ts = clock_shows(start - 1, ns);
	} else {
		return false;
	}
	return true;
}

HD_EXPORT int clock_gettime(clockid_t clock, struct timespec *ts)
{
	uint64_t start, now;

	if (!hd_active() && hd_is_early() && read_early(clock, ts))
		return 0;
	if (hd_active())
		hd_vtime_reading();
	if (!hd_active() || !hd_clock_now(clock, &start, &now))
		return HD_REAL(clock_gettime)(clock, ts);
	if (hd_by_program(HD_PC()))
		hd_access_range((uintptr_t)ts, sizeof *ts, true, HD_PC());
	*ts = clock_shows(start, now);
	return 0;
}

HD_EXPORT int clock_getres(clockid_t clock, struct timespec *ts)
{
	bool coarse = clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
	uint64_t start, now;

	if (!hd_active() || !hd_clock_now(clock, &start, &now))
		return HD_REAL(clock_getres)(clock, ts);
	if (ts)
		*ts = (struct timespec){.tv_nsec = coarse ? COARSE_TICK_NS : 1};
	return 0;
}

/* By another name, because libc declares that tv is never NULL, although the system accepts it. */
int time_of_day(struct timeval *tv, void *zone) __asm__("gettimeofday");

HD_EXPORT int time_of_day(struct timeval *tv, void *zone)
{
	struct timespec ts;

	if (!hd_active() && !hd_is_early())
		return HD_REAL(gettimeofday)(tv, zone);
	if (zone)
		*(struct timezone *)zone = (struct timezone){0};
	if (!tv)
		return 0;
	clock_gettime(CLOCK_REALTIME, &ts);
	*tv = (struct timeval){.tv_sec = ts.tv_sec, .tv_usec = ts.tv_nsec / 1000};
	return 0;
}

HD_EXPORT time_t time(time_t *out)
{
	struct timespec now;

	if (!hd_active() && !hd_is_early())
		return HD_REAL(time)(out);
	clock_gettime(CLOCK_REALTIME, &now);
	if (out)
		*out = now.tv_sec;
	return now.tv_sec;
}

HD_EXPORT int timespec_get(struct timespec *ts, int base)
{
	if ((!hd_active() && !hd_is_early()) || base != TIME_UTC)
		return HD_REAL(timespec_get)(ts, base);
	clock_gettime(CLOCK_REALTIME, ts);
	return base;
}

HD_EXPORT clock_t clock(void)
{
	if (!hd_active())
		return hd_is_early() ? 0 : HD_REAL(clock)();
	hd_vtime_reading();
	return (clock_t)(hd_cpu_of_process() / (HD_NS_PER_SECOND / CLOCKS_PER_SEC));
}
