/* SPDX-License-Identifier: Apache-2.0
 *
 * From the program's times to virtual time. Each clock has its own zero, as real clocks do, so that a program
 * that mixes two clocks sees the same nonsense as natively. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define HD_NS_PER_SECOND 1000000000ULL
#define HD_READING_NS	 1000ULL /* that a reading of a clock takes at least */

static inline bool hd_timespec_valid(const struct timespec *ts)
{
	return ts->tv_nsec >= 0 && ts->tv_nsec < (long)HD_NS_PER_SECOND;
}

/* Clocks that a program can read, but that the kernel does not let it wait for. */
static inline bool hd_clock_only_shows(clockid_t clock)
{
	return clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_REALTIME_COARSE ||
	       clock == CLOCK_MONOTONIC_COARSE;
}

/* What a clock shows at virtual time 0. False: it is a clock of processor time, or none at all. */
bool hd_clock_start(clockid_t clock, uint64_t *seconds);
/* The virtual time in so many nanoseconds. A time a century ahead never comes: it becomes HD_NO_DEADLINE, so
 * that a thread which waits for it can be part of a deadlock. */
uint64_t hd_deadline_in(uint64_t ns);
/* The nanoseconds of a duration, UINT64_MAX if they are too many. It must be valid and not negative. */
uint64_t hd_timespec_ns(const struct timespec *ts);
/* The virtual time at which a clock shows this time, whether it has passed or not: negative before the run.
 */
int64_t hd_vtime_at(clockid_t clock, const struct timespec *abstime);
/* Virtual time as a program reads it: each reading takes a little. */
uint64_t hd_vtime_reading(void);
