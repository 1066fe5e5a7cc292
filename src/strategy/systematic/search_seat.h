/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker's place in a search that several workers share: which piece of the frontier it explores, and
 * whether the run that it was to make there has been made.
 *
 * A worker asks before each run. As long as its piece has something left, it goes on there, and puts a part
 * of it on the frontier when others wait. Then it takes another piece. When there is none, it waits: runs of
 * others may add some. The search begins again, for all workers, when scheduling points are added or the
 * strategy has learnt that it must. */
#pragma once

#include "strategy/strategy.h"
#include "strategy/systematic/frontier.h"

struct hd_seat {
	uint32_t generation; /* of the frontier that the piece belongs to            */
	uint32_t piece;	     /* its number; 0: none                                  */
	uint32_t told;	     /* the generation of which the strategy has been told that it is over */
	bool owed;	     /* a run has been claimed and has not been carried out to its end */
	bool running;	     /* … but has begun                                     */
	_Atomic bool
	    changing; /* the worker claims a run: if its process is killed now, the piece may be broken */
};

/* What a strategy does about its part of the search. */
struct hd_seat_ops {
	/* A search begins: what is true of it as a whole. */
	void (*start)(void *state, const struct hd_run_info *run, struct hd_search_facts *facts);
	/* What was learnt makes it necessary to begin again. */
	bool (*is_stale)(const void *state, const struct hd_search_facts *facts);
	/* The worker takes part in a search, or pass, in which it has not been yet. */
	void (*join)(void *state, const struct hd_run_info *run, const struct hd_search_facts *facts);
	/* What the worker has counted belongs to another search. */
	void (*forget)(void *state);
	/* What is known of the whole search. */
	void (*hear)(void *state, const struct hd_search_facts *facts);
	/* What the worker has learnt that concerns the whole search. */
	void (*report)(const void *state, struct hd_search_facts *facts);
	/* All is explored. True: there is another pass. */
	bool (*next_pass)(const struct hd_run_info *run, struct hd_search_facts *facts);
	/* The next run of the piece. False: there is none. */
	bool (*next)(void *state);
	/* After a run: the frontier is to be told of marks. NULL: never. */
	bool (*has_marks)(const void *state);
	void (*send_marks)(void *state, struct hd_frontier *f);
	/* The last run of the piece, once more. */
	void (*again)(void *state);
	/* The way to the piece becomes the path. */
	void (*load)(void *state, struct hd_frontier *f, uint32_t piece);
	/* Put the path on the frontier: down to the first choice with something left, or all of it. Returns
	 * the piece below: the same one if nothing could be given. */
	uint32_t (*give)(void *state, struct hd_frontier *f, uint32_t piece, bool all);
};

/* For hd_strategy_ops.claim. */
enum hd_claim hd_seat_claim(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
			    const struct hd_run_info *run);
/* For hd_strategy_ops.park. */
bool hd_seat_park(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state, struct hd_frontier *f,
		  unsigned worker);

/* For hd_strategy_ops.renew. */
void hd_seat_renew(struct hd_seat *seat, struct hd_frontier *f);

static inline void hd_seat_run_begins(struct hd_seat *seat)
{
	seat->running = true;
}

/* The run was, or was not, carried out to its end. */
static inline void hd_seat_run_ends(struct hd_seat *seat, bool carried_out)
{
	seat->owed = !carried_out;
	seat->running = false;
}
