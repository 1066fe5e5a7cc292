/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of the program. The runtime counts as one instruction: a thread that steps into it comes out where it
 * returns to the program, and threads that the schedule lets go meanwhile run. */
#pragma once

#include "heddle/debug/debuggee.h"

/* One instruction of this thread (by its number in the schedule). Sets d->halt. */
void hd_stepping_step(struct hd_debuggee *d, unsigned tid);
/* Go on until this thread is at this address with its stack pointer at `sp` or above. Sets d->halt:
 * HD_HALT_STEPPED when it is there. */
void hd_stepping_run_to(struct hd_debuggee *d, unsigned tid, uint64_t pc, uint64_t sp);
