/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of chess.c. */
#pragma once

#include "strategy/strategy.h"
#include "strategy/systematic/choice_tree.h"
#include "strategy/systematic/fair_order.h"
#include "strategy/systematic/search_limits.h"
#include "strategy/systematic/search_seat.h"
#include "strategy/systematic/round_watch.h"

#define HD_CHESS_NOWHERE UINT32_MAX

struct hd_chess_options { /* the threads that may be chosen */
	hd_tid tids[HD_MAX_THREADS];
	unsigned n;
	bool staying_is_free; /* and leaving costs a preemption */
};

struct hd_chess {
	bool denied;	   /* something was left out in this pass only because of the bound             */
	bool yields;	   /* some thread yields in this program                                       */
	bool unbounded;	   /* as many preemptions as there are, in one pass                             */
	bool delays;	   /* the bound is on delays instead of preemptions                            */
	bool plain;	   /* no sleep sets in this search                                              */
	uint32_t bound;	   /* of this pass                                                              */
	uint32_t done;	   /* passes of this search that are complete: bounds 0 … done-1                */
	bool all;	   /* no bound has left anything out                                            */
	uint64_t points;   /* scheduling points that were known when the search began             */
	uint64_t runs;	   /* of this search, in all passes                                       */
	uint64_t repeated; /* … that stay below the bound of their pass: an earlier pass had them */
	struct hd_seat seat;
	struct hd_search_limits limits;
	struct hd_suspects suspects;
	struct hd_chess_options options; /* of one decision */

	/* From here to the first member of `tree`: what belongs to the run under way. */
	bool settled;	  /* what follows from the last step has been worked out                        */
	bool redundant;	  /* it differs from another one in the order of independent steps only      */
	bool drew;	  /* the last step had a data choice                                         */
	bool was_current; /* the thread that made the last step had stopped there and could go on    */
	struct hd_op did; /* by the last step                                                        */
	uint32_t used;	  /* preemptions or delays                                                   */
	uint32_t cost;	  /* delays of the decision just taken                                       */
	uint32_t mark_at; /* where in the path the last step was chosen, HD_CHESS_NOWHERE: it had to be */
	uint64_t sleep;	  /* threads that were tried before, and since when nothing touched theirs    */
	uint64_t could;	  /* threads that could run before the last step                              */
	uint64_t round;	  /* threads that only go round a loop (spin_rounds.h), as if they could not run  */
	struct hd_fair_order fair;
	struct hd_round_watch spin;
	struct hd_tree tree;
};
