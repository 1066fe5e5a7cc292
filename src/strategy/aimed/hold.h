/* SPDX-License-Identifier: Apache-2.0
 *
 * Holding threads at points until their partners come: what strategies that drive a run to a goal have in
 * common. All others go at random.
 *
 * A thread stands at a point when its pending operation is the one that the goal names; what that means is
 * the strategy's. Who stands is not chosen as long as somebody else may go. When nobody else may go, which is
 * known at once because blocked threads are not offered (those who yield go on a few times first), or when
 * that takes much longer than a whole run usually does, a random one of those that are held goes on. */
#pragma once

#include "strategy/strategy.h"

struct hd_hold {
	struct hd_goal goal; /* nparts 0: none, all is random */
	bool loose;	     /* of this run: contexts do not matter */
	bool over;	     /* the rest of the run is left to chance */
	bool met;	     /* the run got to its goal */
	uint8_t releases;    /* because of a lack of patience */
	uint64_t usual;	     /* steps of a run in which nobody is held; learnt */
	uint64_t waited;     /* decisions since somebody was held or released */
	uint64_t hurried;    /* of them, in a row: somebody went who had asked to let others go first */
};

void hd_hold_begin(struct hd_hold *h, const struct hd_run_info *run);

/* end() and reached() of a strategy whose state begins with its struct hd_hold. */
void hd_hold_end(void *state, const struct hd_run_info *run);
bool hd_hold_reached(const void *state);

/* The thread's pending operation is that of the part: site and context fit, and it holds the lock that was
 * acquired at `has`. */
bool hd_hold_at(const struct hd_hold *h, const struct hd_goal_part *part, const struct hd_choice *c,
		hd_tid t);

/* Does the thread stand at a point of the goal? */
typedef bool (*hd_stands)(const void *state, const struct hd_choice *c, hd_tid t);

/* Somebody at random who does not stand; if all do, one of them. */
hd_tid hd_hold_pick(struct hd_hold *h, const struct hd_choice *c, hd_stands stands, const void *state);

struct hd_hold_list {
	const hd_tid *at;
	unsigned n;
};
/* All who may be picked: those who ask to let others go first are no less where they have to be. */
static inline struct hd_hold_list hd_hold_able(const struct hd_choice *c)
{
	return c->nable ? (struct hd_hold_list){c->able, c->nable}
			: (struct hd_hold_list){c->ready, c->nready};
}

/* The thread is one of them. */
bool hd_hold_offered(const struct hd_choice *c, hd_tid t);
