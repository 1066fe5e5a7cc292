/* SPDX-License-Identifier: Apache-2.0
 *
 * All clocks that a program can name: those of time (engine/vtime.h), and those of processor time, which
 * belong to a process or a thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Since when the clock counts, in seconds, and for how long. False: there is no such clock in this process.
 */
bool hd_clock_now(clockid_t clock, uint64_t *start, uint64_t *ns);
/* The clock of processor time of the thread that gettid() names like this. */
clockid_t hd_cpu_clock_of(pid_t tid);

/* The virtual time at which a clock shows this time; now if that has passed. A time a century ahead never
 * comes: it becomes HD_NO_DEADLINE. */
uint64_t hd_deadline_from_abstime(clockid_t clock, const struct timespec *abstime);
