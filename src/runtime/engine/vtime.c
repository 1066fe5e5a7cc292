/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/vtime.h"

#include "runtime/common/search_gap.h"
#include "runtime/engine/sched.h"

#define UPTIME_SECONDS	  100000ULL /* what monotonic clocks show at the start */
#define TAI_MINUS_UTC	  37ULL
#define CENTURY_NS	  (3155760000ULL * HD_NS_PER_SECOND)
#define READINGS_PER_GEAR 64u

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
	hd_vtime_advance(HD_READING_NS * (1 + readings++ / READINGS_PER_GEAR));
	return now;
}

bool hd_clock_start(clockid_t clock, uint64_t *seconds)
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

int64_t hd_vtime_at(clockid_t clock, const struct timespec *abstime)
{
	const int64_t most = INT64_MAX / (int64_t)HD_NS_PER_SECOND - 1;
	uint64_t start;
	int64_t seconds;

	hd_clock_start(clock, &start);
	seconds = abstime->tv_sec - (int64_t)start;
	return (seconds < most ? seconds : most) * (int64_t)HD_NS_PER_SECOND + abstime->tv_nsec;
}
