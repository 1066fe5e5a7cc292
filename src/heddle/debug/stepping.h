/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of the program. The runtime counts as one instruction: a thread that steps into it comes out where it
 * returns to the program, and threads that the schedule lets go meanwhile run. */
#pragma once

#include "heddle/debug/debuggee.h"

/* One instruction of this thread (by its number in the schedule). Sets d->halt. */
void hd_stepping_step(struct hd_debuggee *d, unsigned tid);
