/* SPDX-License-Identifier: Apache-2.0
 *
 * What the threads of a run that does not end wait for, and which thread has it. */
#pragma once

#include "report/build/build_state.h"

/* False: nothing is known. The pattern and its remedy are named where the waits show one. */
bool hd_say_waits(struct hd_build *b, FILE *f);
/* Threads wait for each other: what they wait for says it all. */
bool hd_waits_in_circle(const struct hd_build *b);

/* A wakeup of which nothing came. */
struct hd_wasted {
	const struct hd_wire_event *signal, *woken, *again; /* `woken` goes on, and waits `again` */
	const struct hd_wire_thread *other;		    /* waits since before the signal      */
};

/* The last one in a run in which no thread can go on; false: there is none. */
bool hd_find_wasted_wakeup(const struct hd_build *b, struct hd_wasted *out);
