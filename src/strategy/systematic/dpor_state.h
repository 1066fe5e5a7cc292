/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of the searches that show each order of dependent steps (dpor.c). */
#pragma once

#include "strategy/strategy.h"
#include "strategy/systematic/fair_order.h"
#include "strategy/systematic/search_limits.h"
#include "strategy/systematic/search_path.h"
#include "strategy/systematic/search_seat.h"
#include "strategy/systematic/round_watch.h"
#include "strategy/systematic/trace_count.h"

struct hd_dpor_thread {
	struct hd_path_clock clock; /* of its last step, and of what turned its wait into another operation */
	struct hd_held_locks held;
	struct hd_op pending; /* what it is about to do                                                 */
	uint32_t since;	      /* so many steps it is about to do that                                     */
	uint16_t steps;	      /* that it has made                                                         */
	uint16_t yields;      /* how many of them only let others go first                                */
};

struct hd_dpor {
	bool all;	  /* nothing was left                                                         */
	bool yields;	  /* threads yield so often that the search has to be fair                    */
	bool plain;	  /* every order of all steps, because steps depend on each other in more ways  */
	bool all_orders;  /* dfs: every schedule, and how many traces they are                        */
	uint64_t runs;	  /* of this search                                                           */
	uint64_t surplus; /* … that were redundant                                                    */
	struct hd_traces traces;
	struct hd_search_limits limits;
	struct hd_suspects suspects;
	struct hd_seat seat;

	/* From here to the first members of `path`: what belongs to the run under way. */
	bool redundant; /* it is equal to an earlier one but for the order of independent steps     */
	bool stuck;	/* all threads that could run only go round loops                           */
	bool open;	/* the last step has not been compared: it may turn out to be a read only    */
	bool known;	/* … it is as it was in the run before, whose path this one repeats         */
	bool settled;	/* what follows from the last step has been worked out                      */
	uint64_t sleep; /* threads whose next step has been tried, and nothing since depended on it   */
	uint64_t could; /* threads that could run before the last step                              */
	struct hd_round_watch spin;
	struct hd_fair_order fair;
	struct hd_dpor_thread threads[HD_SET_THREADS];
	struct hd_path path;
};
