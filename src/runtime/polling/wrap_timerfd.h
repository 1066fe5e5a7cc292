/* SPDX-License-Identifier: Apache-2.0
 *
 * Timers as descriptors. */
#pragma once

#include <sys/timerfd.h>
#include <time.h>

/* The descriptor is a timer that was made, and perhaps set, before main: its time begins with the run. */
void hd_timerfd_adopt(int fd, clockid_t clock, int flags, const struct itimerspec *setting);
