/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals of condition variables that reach one thread, while another one would have needed them, in a run in
 * which no thread can go on. */
#pragma once

#include "report/build/build_state.h"

/* A wakeup of which nothing came. */
struct hd_wasted {
	const struct hd_wire_event *signal, *woken, *again; /* `woken` goes on, and waits `again` */
	const struct hd_wire_thread *other;		    /* waits since before the signal      */
};

/* The last one; false: there is none. */
bool hd_find_wasted_wakeup(const struct hd_build *b, struct hd_wasted *out);
/* … while `other` would go on: what it has looked at before it waits has changed, and not since the signal.
 */
bool hd_find_wrong_wakeup(const struct hd_build *b, struct hd_wasted *out);

/* A signal that wakes one of several waiters, though what they wait for has come for all of them: `other`,
 * which waits since before the signal, has looked at memory in which the woken thread sees another value, and
 * nobody has changed what it has looked at since the signal. `again` is not used. */
bool hd_find_single_wakeup(const struct hd_build *b, struct hd_wasted *out);
