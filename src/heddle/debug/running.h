/* SPDX-License-Identifier: Apache-2.0
 *
 * The process goes on and stops. Nothing here knows what is the program's code and what is the runtime's. */
#pragma once

#include "heddle/debug/debuggee.h"

/* Go on until something of enum hd_halt happens. Sets d->halt. */
void hd_running_continue(struct hd_debuggee *d);
/* The same, but leaves d->halt as it is. */
enum hd_halt hd_running_go_on(struct hd_debuggee *d);
/* One instruction of whatever code is there. A signal that it causes leads into the runtime's handler. False:
 * the process has ended. */
bool hd_running_step_raw(struct hd_debuggee *d);
/* The process stands where the runtime stops for Heddle: why. */
enum hd_halt hd_running_halt_of_runtime(const struct hd_debuggee *d);
/* Have the process call a function of the runtime that takes and returns nothing, and put everything back. */
void hd_running_call(struct hd_debuggee *d, uint64_t function);
/* The thread that runs, by its number in the schedule. */
unsigned hd_running_thread(const struct hd_debuggee *d);
/* … and where its code is, which may be in the runtime. */
uint64_t hd_running_pc(const struct hd_debuggee *d);
