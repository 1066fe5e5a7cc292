/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks show virtual time: it starts at the same moment in every run and moves when all threads wait for it,
 * and a little with each reading, so that a loop that waits for time to pass comes to its end. */
#include "runtime/engine/cpu_time.h"
#include "runtime/engine/vtime.h"

#include <errno.h>
#include <sys/time.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/caller.h"
#include "runtime/threads/wrap_cpu_clock.h"
#include "runtime/engine/sched.h"
#include "runtime/io/before_main.h"

#define UPTIME_SECONDS	  100000ULL /* what monotonic clocks show at the start */
#define TAI_MINUS_UTC	  37ULL
#define CENTURY_NS	  (3155760000ULL * HD_NS_PER_SECOND)
#define READING_NS	  1000ULL
#define READINGS_PER_GEAR 64u
#define COARSE_TICK_NS	  4000000L

/* A loop that reads the clock again and again is waiting for it, so with the number of readings in a run
 * grows what each of them takes: a second is over after some ten thousand readings instead of a million. */
uint64_t hd_vtime_reading(void)
{
	static uint32_t epoch;
	static uint64_t readings;
	uint64_t now = hd_vtime_now();

	if (epoch != hd_rt.run.epoch) {
		epoch = hd_rt.run.epoch;
		readings = 0;
	}
	hd_gap(HD_GAP_BIT(TIME));
	hd_vtime_advance(READING_NS * (1 + readings++ / READINGS_PER_GEAR));
	return now;
}

/* What a clock shows at virtual time 0. False: it is a clock of processor time, or none at all. */
static bool clock_start(clockid_t clock, uint64_t *seconds)
{
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_REALTIME_ALARM:
		*seconds = HD_EPOCH_SECONDS;
		return true;
	case CLOCK_TAI:
		*seconds = HD_EPOCH_SECONDS + TAI_MINUS_UTC;
		return true;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_BOOTTIME_ALARM:
		*seconds = UPTIME_SECONDS;
		return true;
	default:
		*seconds = 0;
		return false;
	}
}

/* Since when the clock counts, and for how long. False: there is no such clock in this process. */
static bool clock_now(clockid_t clock, uint64_t *start, uint64_t *ns)
{
	if (clock_start(clock, start)) {
		*ns = hd_vtime_now();
		return true;
	}
	return hd_cpu_clock(clock, ns);
}

uint64_t hd_timespec_ns(const struct timespec *ts)
{
	uint64_t seconds = (uint64_t)ts->tv_sec;

	if (seconds >= UINT64_MAX / HD_NS_PER_SECOND)
		return UINT64_MAX;
	return seconds * HD_NS_PER_SECOND + (uint64_t)ts->tv_nsec;
}

uint64_t hd_deadline_in(uint64_t ns)
{
	return ns >= CENTURY_NS ? HD_NO_DEADLINE : hd_vtime_now() + ns;
}

uint64_t hd_deadline_from_abstime(clockid_t clock, const struct timespec *abstime)
{
	uint64_t now = 0;
	uint64_t start, at;
	struct timespec since_start;

	clock_now(clock, &start, &now);
	if (abstime->tv_sec < (time_t)start)
		return hd_vtime_now();
	since_start =
	    (struct timespec){.tv_sec = abstime->tv_sec - (time_t)start, .tv_nsec = abstime->tv_nsec};
	at = hd_timespec_ns(&since_start);
	return at <= now ? hd_vtime_now() : hd_deadline_in(at - now);
}

int64_t hd_vtime_at(clockid_t clock, const struct timespec *abstime)
{
	const int64_t most = INT64_MAX / (int64_t)HD_NS_PER_SECOND - 1;
	uint64_t start;
	int64_t seconds;

	clock_start(clock, &start);
	seconds = abstime->tv_sec - (int64_t)start;
	return (seconds < most ? seconds : most) * (int64_t)HD_NS_PER_SECOND + abstime->tv_nsec;
}

static struct timespec show(uint64_t start, uint64_t now)
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
	else if (clock_start(clock, &start)) {
		ns =
		    readings < HD_NS_PER_SECOND / READING_NS ? readings++ * READING_NS : HD_NS_PER_SECOND - 1;
		*ts = show(start - 1, ns);
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
	if (!hd_active() || !clock_now(clock, &start, &now))
		return HD_REAL(clock_gettime)(clock, ts);
	if (hd_by_program(HD_PC()))
		hd_access_range((uintptr_t)ts, sizeof *ts, true, HD_PC());
	*ts = show(start, now);
	return 0;
}

HD_EXPORT int clock_getres(clockid_t clock, struct timespec *ts)
{
	bool coarse = clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
	uint64_t start, now;

	if (!hd_active() || !clock_now(clock, &start, &now))
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
