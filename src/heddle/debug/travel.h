/* SPDX-License-Identifier: Apache-2.0
 *
 * To a moment of the replay that is past, in a new process. */
#pragma once

#include "heddle/debug/moment.h"

/* Breakpoints and watchpoints of the debugger stop nothing on the way. False: the replay did not come there.
 */
bool hd_travel_to(struct hd_debuggee *d, const struct hd_moment *m);
/* To the decision only, with the debugger's breakpoints aside. */
bool hd_travel_to_decision(struct hd_debuggee *d, uint64_t at);
/* Carry out what a moment says once, with the points that d has. */
void hd_travel_deed(struct hd_debuggee *d, const struct hd_deed *deed);
/* Stop at these points from now on. */
void hd_travel_use(struct hd_debuggee *d, const struct hd_stop_points *points);
/* Put the debugger's breakpoints aside, so that only the runtime's stops remain, and back. */
void hd_travel_lay_aside(struct hd_debuggee *d, struct hd_stop_points *aside);
void hd_travel_take_up(struct hd_debuggee *d, struct hd_stop_points *aside);
