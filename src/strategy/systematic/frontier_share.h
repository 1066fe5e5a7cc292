/* SPDX-License-Identifier: Apache-2.0
 *
 * How much of a shared search is done, as an estimate (after D. Knuth, "Estimating the Efficiency of
 * Backtrack Programs", 1975): the ways to go on from a choice are taken to be equally large parts of the
 * search. What is left are the pieces of the frontier, each less what its worker has done of it, and the ways
 * of its choices that have not been handed out. What has been explored is no longer in the frontier. */
#pragma once

#include "strategy/systematic/frontier.h"

struct hd_frontier_shares {		 /* room to work in */
	double of[HD_FRONTIER_NODES];	 /* the whole search, < 0: not known yet */
	uint32_t way[HD_FRONTIER_NODES]; /* up from a node */
};

/* From 0 to 1. `done` is, for each worker, the share of its piece that it has explored. With the lock; the
 * frontier is one that has been begun (generation). */
double hd_frontier_explored(const struct hd_frontier *f, const double done[HD_FRONTIER_WORKERS],
			    struct hd_frontier_shares *room);
