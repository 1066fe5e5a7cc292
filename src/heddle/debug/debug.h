/* SPDX-License-Identifier: Apache-2.0
 *
 * A replay under a debugger. */
#pragma once

#include "heddle/workers/target.h"
#include "model/schedule/schedule.h"

#define HD_DEBUG_OWN_GDB (-1)

/* Start gdb, or wait for a debugger at this port of the machine (0: any port). Returns HD_STATUS_*: that of a
 * failure when a debugger has been served. */
int hd_debug_replay(const struct hd_target *t, const struct hd_schedule *s, int port);
