/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of the searches that show each order of dependent steps (dpor.c). */
#pragma once

#include "strategy/strategy.h"
#include "strategy/systematic/fair_order.h"
#include "strategy/systematic/search_limits.h"
#include "strategy/systematic/search_path.h"
#include "strategy/systematic/search_seat.h"

struct hd_dpor_thread {
	struct hd_path_clock clock; /* of its last step, and of what turned its wait into another operation */
	struct hd_held_locks held;
	struct hd_op pending; /* what it is about to do                                                 */
	uint32_t since;	      /* so many steps it is about to do that                                     */
	uint16_t steps;	      /* that it has made                                                         */
};

struct hd_dpor {
	bool all;	  /* nothing was left                                                         */
	bool yields;	  /* some thread yields in this program                                       */
	bool plain;	  /* every order of all steps, because steps depend on each other in more ways  */
	uint64_t surplus; /* runs of this search that were redundant                                  */
	struct hd_search_limits limits;
	struct hd_seat seat;

	/* From here to the first members of `path`: what belongs to the run under way. */
	bool redundant;	   /* it is equal to an earlier one but for the order of independent steps     */
	bool settled;	   /* what follows from the last step has been worked out                      */
	uint32_t nthreads; /* at most HD_SET_THREADS                                                   */
	uint64_t sleep;	   /* threads whose next step has been tried, and nothing since depended on it   */
	uint64_t could;	   /* threads that could run before the last step                              */
	struct hd_fair_order fair;
	struct hd_dpor_thread threads[HD_SET_THREADS];
	struct hd_path path;
};
