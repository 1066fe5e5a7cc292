/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a debugger can stop a replay: see wire/debug.h. Nothing happens here unless one looks at it. */
#pragma once

#include "runtime/common/rt.h"

/* Tell the controller where to set its breakpoint, and what to call for a description of the threads; if a
 * debugger looks on, with a trap. */
void hd_debug_prepare(void (*describe)(void));
/* Stop if a debugger looks on. */
void hd_debug_stop(enum hd_debug_why why);
/* In a replay, before the scheduler lets this thread go (HD_NO_TID: the schedule is over). */
void hd_debug_decision(hd_tid next);
