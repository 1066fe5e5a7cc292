/* SPDX-License-Identifier: Apache-2.0
 *
 * The schedules of `period` that were tried, and what comes next. A schedule is a few periods: a thread runs
 * until it has done so many key operations since the run began, then the thread of the next period goes. A
 * schedule whose run differs from all before in the order of conflicting operations has children, which are
 * one period longer; the others need none, because the children of an equal run show the same. */
#pragma once

#include "base/rng.h"
#include "model/event.h"

#define HD_PERIODS_MOST	  6
#define HD_PERIOD_CORNERS 128
#define HD_PERIOD_PARENTS 512	/* schedules of each length that can have children: the first ones */
#define HD_PERIOD_TRACES  16384 /* a power of two */

struct hd_period {
	hd_tid tid;
	uint16_t until;
};

struct hd_period_schedule {
	uint32_t n;
	struct hd_period of[HD_PERIODS_MOST];
};

/* The first and the last key operation of a thread on one location, by their number among its key operations.
 */
struct hd_period_corner {
	hd_tid tid;
	uint16_t place;
	uint16_t first, last;
};

struct hd_period_parent {
	struct hd_period_schedule schedule;
	uint32_t corners; /* children of corners: they come first                                  */
	uint32_t span;	  /* children that it has otherwise                                        */
	uint32_t stride;  /* from one to the next, so that they soon lie all over the run          */
	uint32_t next;	  /* how many of them were tried                                           */
};

struct hd_period_tree {
	uint32_t nparents[HD_PERIODS_MOST];
	struct hd_period_parent parents[HD_PERIODS_MOST][HD_PERIOD_PARENTS]; /* by number of periods        */
	uint64_t traces[HD_PERIOD_TRACES];
	uint32_t ncorners;
	struct hd_period_corner corners[HD_PERIOD_CORNERS];
	uint32_t threads;
	uint16_t keys[HD_MAX_THREADS]; /* the most key operations that a thread did in a run       */
};

/* Forget all schedules: what counts as a key operation has changed. */
void hd_period_tree_clear(struct hd_period_tree *tree);
/* For each key operation of a run, in order: the thread's k-th one, from 1, is on this place. */
void hd_period_tree_corner(struct hd_period_tree *tree, hd_tid tid, uint16_t place, uint32_t k);
/* The schedule of the coming run. */
void hd_period_tree_draw(struct hd_period_tree *tree, struct hd_rng *rng, struct hd_period_schedule *out);
/* A thread did so many key operations in the run that is over. */
void hd_period_tree_count(struct hd_period_tree *tree, hd_tid tid, uint32_t keys);
/* … and it had this trace: a hash that is equal if conflicting operations came in the same order. */
void hd_period_tree_learn(struct hd_period_tree *tree, const struct hd_period_schedule *done, uint64_t trace);
