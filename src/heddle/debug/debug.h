/* SPDX-License-Identifier: Apache-2.0
 *
 * A replay in gdb, stopped just before the failure. */
#pragma once

#include "heddle/workers/target.h"
#include "model/schedule/schedule.h"

/* Returns HD_STATUS_*: that of a failure when gdb could be used. */
int hd_debug_replay(const struct hd_target *t, const struct hd_schedule *s);
