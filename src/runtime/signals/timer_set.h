/* SPDX-License-Identifier: Apache-2.0
 *
 * Timers are set, and go off. */
#pragma once

#include "runtime/signals/timers.h"

/* Set the timer to go off at this virtual time and then at each interval; HD_NO_DEADLINE: never. */
void hd_timer_set(struct hd_timer *t, uint64_t at, uint64_t interval);
