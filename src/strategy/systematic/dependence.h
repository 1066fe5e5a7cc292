/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps may change places without any difference. A step touches objects: memory of the program,
 * locks, condition variables and so on, by their address. Two steps of different threads are independent if
 * no object that both touch is changed by one of them. This is argued kind by kind in dependence.c, and
 * compared with brute force in tests/unit/test_dpor.c. What is not known there touches everything.
 *
 * What makes a thread able to run at all (its creation, the end of the thread that it joins, a signal that
 * turns its wait into the wish for a mutex) is no matter of objects: the search orders these by its vector
 * clocks. Addresses are names: two runs in which equal objects lie at different addresses are the same. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

#define HD_TOUCH_MAX 4 /* objects that a step touches; a step that touches more touches everything */
#define HD_HELD_MAX  8 /* locks of one thread that are remembered */

enum hd_touch_how {
	HD_TOUCH_READ,
	HD_TOUCH_WRITE,	  /* no thread can have waited for this write                                   */
	HD_TOUCH_ENABLE,  /* … but for this one                                                          */
	HD_TOUCH_SHARE,	  /* takes a read lock                                                           */
	HD_TOUCH_UNSHARE, /* gives a read lock back                                                     */
	HD_TOUCH_ARRIVE,  /* arrives at a barrier, not as the last one                                  */
	HD_TOUCH_GIVE,	  /* gives a lock back that excluded all others                                 */
};

struct hd_object_touch {
	uint64_t addr;
	uint32_t size;
	uint8_t how; /* enum hd_touch_how */
};

struct hd_footprint {
	struct hd_object_touch touches[HD_TOUCH_MAX];
	uint8_t n;
	bool everything;
	bool waits;  /* the step may have to wait until others have done something */
	bool awaits; /* the thread has gone round a loop, and waits for a write (spin_rounds.h) */
};

/* The locks that one thread holds, as far as its steps tell. */
struct hd_held_locks {
	struct hd_object_touch locks[HD_HELD_MAX]; /* `how` is what giving it back will be */
	uint8_t n;
};

/* `mutex` is what a COND_WAIT gives back; 0: that is not known, or it is another operation. */
void hd_footprint_of(const struct hd_op *op, const struct hd_held_locks *held, uint64_t mutex,
		     struct hd_footprint *f);
/* The step reads this, too. */
void hd_footprint_read(struct hd_footprint *f, uint64_t addr, uint32_t size);
/* Whether the step is one that may turn out to have read only: a compare-exchange or a try that fails, or an
 * exchange for what was there. If so: other steps that only read commute with it. */
bool hd_may_read_only(const struct hd_op *op);
void hd_footprint_read_only(struct hd_footprint *f);
/* The step arrives at a barrier that lacks so many threads, this one included. Which thread is the last one
 * makes a difference: it lets the others go, and learns that it was the last. In which order the others come
 * before it makes none: a barrier counts them, and which of the first two of three came first shows nowhere.
 * So arrivals depend on the last one of their round, and on the last one of the round before, and not on each
 * other. `made`: the step is made now. If not, another arrival may be made before it: then it depends on that
 * if it would be the last one after it. */
void hd_footprint_arrive(struct hd_footprint *f, unsigned missing, bool made);
/* The thread goes on from a wait for a write to this: the step depends on each such write. */
void hd_footprint_await(struct hd_footprint *f, const struct hd_footprint *awaited);
/* The thread that holds these locks makes this step. */
void hd_held_step(struct hd_held_locks *held, const struct hd_op *op);

bool hd_are_dependent(const struct hd_footprint *a, const struct hd_footprint *b);

enum hd_reversal {
	HD_REVERSE_YES,
	HD_REVERSE_PERHAPS,
	HD_REVERSE_NEVER, /* the later one could not have been made before the earlier one */
	HD_REVERSE_AFTER, /* … but after other steps that came between */
};

/* Whether two dependent steps, the later of which came to its operation only after the earlier one, could be
 * made in the other order. */
enum hd_reversal hd_reversal_of(const struct hd_footprint *earlier, const struct hd_footprint *later);
