/* SPDX-License-Identifier: Apache-2.0
 *
 * Which moment comes before another one: found by replays up to that one. */
#pragma once

#include "heddle/debug/moment.h"

/* The last stop at one of the debugger's points before `now`, and why it stopped there; of a watchpoint,
 * d->triggered says which. False: there is none. */
bool hd_backwards_find_stop(struct hd_debuggee *d, const struct hd_moment *now, struct hd_moment *last,
			    enum hd_halt *halt);
/* The moment one instruction before `now`, of this thread or, if it is HD_NO_TID, of any. False: `now` is the
 * beginning. */
bool hd_backwards_step(struct hd_debuggee *d, const struct hd_moment *now, unsigned tid,
		       struct hd_moment *before);
