/* SPDX-License-Identifier: Apache-2.0
 *
 * Holding threads at points until their partners come: what strategies that drive a run to an aim have in
 * common. All others go at random.
 *
 * A thread stands at a point, and is held there, when its pending operation is one that the aim names; each
 * strategy says what that means. A held thread is not picked while another thread can run. When no other can,
 * which is known at once because blocked threads are not offered (threads that yield are picked a few times
 * first), or when the wait takes much longer than a whole run usually does, a random ready thread goes on. */
#pragma once

#include "strategy/strategy.h"

struct hd_hold {
	struct hd_aim aim; /* nparts 0: none, all is random */
	bool loose;	   /* of this run: contexts do not matter */
	bool over;	   /* the rest of the run is left to chance */
	bool met;	   /* the run got to its aim */
	uint8_t releases;  /* because of a lack of patience */
	uint64_t usual;	   /* steps of a run without an aim, in which no thread is held; learnt */
	uint64_t waited;   /* decisions with threads held, since there were none or one was released */
	uint64_t hurried;  /* decisions at which all ready threads were held and a yielding one could go */
};

void hd_hold_begin(struct hd_hold *h, const struct hd_run_info *run);

/* end() and reached() of a strategy whose state begins with its struct hd_hold. */
void hd_hold_end(void *state, const struct hd_run_info *run);
bool hd_hold_reached(const void *state);

/* The thread's pending operation is that of the part: site and context fit, and it holds the lock that was
 * acquired at `has`. */
bool hd_hold_at(const struct hd_hold *h, const struct hd_aim_part *part, const struct hd_choice *c, hd_tid t);

/* Is the thread to be held, because it stands at a point of the aim? */
typedef bool (*hd_stands)(const void *state, const struct hd_choice *c, hd_tid t);

/* A random thread that does not stand at a point; if all ready threads do, one that yields or one of them. */
hd_tid hd_hold_pick(struct hd_hold *h, const struct hd_choice *c, hd_stands stands, const void *state);

struct hd_hold_list {
	const hd_tid *at;
	unsigned n;
};
/* All threads that may be picked, also those that yield: they may stand at a point of the aim as well. */
static inline struct hd_hold_list hd_hold_able(const struct hd_choice *c)
{
	return c->nable ? (struct hd_hold_list){c->able, c->nable}
			: (struct hd_hold_list){c->ready, c->nready};
}

/* The thread is in hd_hold_able(). */
bool hd_hold_offered(const struct hd_choice *c, hd_tid t);
