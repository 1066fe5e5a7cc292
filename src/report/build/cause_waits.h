/* SPDX-License-Identifier: Apache-2.0
 *
 * What the threads of a run that does not end wait for, and which thread has it. */
#pragma once

#include "report/build/build_state.h"

/* False: nothing is known. The pattern and its remedy are named where the waits show one. */
bool hd_say_waits(struct hd_build *b, FILE *f);
/* A thread that waits for a lock that it holds itself, or whose holder has ended; NULL: there is none. */
const struct hd_wire_thread *hd_waits_for_lost(const struct hd_build *b);
/* Threads wait for each other: what they wait for says it all. */
bool hd_waits_in_circle(const struct hd_build *b);
/* Threads wait, and only these wake threads there: see hd_decisive_list.each_other. */
bool hd_say_each_other(struct hd_build *b, FILE *f, uint64_t threads);
