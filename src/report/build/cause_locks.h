/* SPDX-License-Identifier: Apache-2.0
 *
 * Which locks threads hold at the operations of a cause, worked out from the events of the run. */
#pragma once

#include "report/build/build_state.h"
#include "report/build/cause_choice.h"

/* Where the operation is in the list of events; their end if the run did not get there. */
const struct hd_wire_event *hd_event_of(const struct hd_build *b, const struct hd_side *s);
bool hd_takes_lock(const struct hd_wire_event *e);
/* The thread holds the lock at this address before event `at`. */
bool hd_holds_lock_at(const struct hd_build *b, hd_tid tid, uint64_t addr, const struct hd_wire_event *at);
/* Where the thread gives a lock back that it holds both at `begin` and at `end`; NULL: nowhere. */
const struct hd_wire_event *hd_gives_lock_back(const struct hd_build *b, const struct hd_wire_event *begin,
					       const struct hd_wire_event *end);
/* The two threads hold the same lock, each at its operation. */
bool hd_under_one_lock(const struct hd_build *b, const struct hd_order_pair *x);
/* Where the thread has taken the lock that it has since before `from` and still has at `to`; NULL: it has
 * none. */
const struct hd_wire_event *hd_lock_around(const struct hd_build *b, const struct hd_wire_event *from,
					   const struct hd_wire_event *to);
