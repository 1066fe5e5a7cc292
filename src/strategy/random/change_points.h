/* SPDX-License-Identifier: Apache-2.0
 *
 * Random points of a run, for strategies that do something a few times in a run, wherever it may be:
 * PCT's priority changes, delays. A point is a decision, counted where more than one thread could go: what
 * a strategy does where it has no choice cannot matter before the next decision where it has one.
 *
 * How many decisions a run has is learnt from the runs before, in the first place from one of any strategy
 * (taught.h). The points are drawn uniformly among them,
 * independently of each other; each has a rank, 1 for the one drawn first, so ranks and times are unrelated.
 */
#pragma once

#include <stdint.h>

#include "strategy/strategy.h"

#define HD_CHANGE_POINTS_MAX 63

struct hd_moment {
	uint32_t at;   /* decision, from 0    */
	uint32_t rank; /* in order of drawing */
};

struct hd_change_points {
	uint64_t now;	  /* decisions so far in this run                                  */
	uint64_t next_at; /* the earliest change point still to come; UINT64_MAX: none     */
	uint64_t points;  /* run->points of the last run                                   */
	uint32_t length;  /* decisions of a typical run; 0: nothing learnt yet             */
	uint32_t n, next; /* of[next] … of[n - 1] are still to come                        */
	struct hd_moment of[HD_CHANGE_POINTS_MAX]; /* by time                                    */
};

/* Start a run with n points (HD_CHANGE_POINTS_MAX at most). */
void hd_change_points_draw(struct hd_change_points *m, unsigned n, const struct hd_run_info *run);

/* The length of a typical run, or a guess before the first one; never 0. */
uint32_t hd_change_points_length(const struct hd_change_points *m);

/* The run is over: learn its length. */
void hd_change_points_learn(struct hd_change_points *m, const struct hd_run_info *run);

/* The rank of the change point that has come; steps on to the next one. */
uint32_t hd_change_points_come(struct hd_change_points *m);

/* The strategy takes a decision. Returns the rank of the change point that falls on it, or 0. */
static inline uint32_t hd_change_points_tick(struct hd_change_points *m)
{
	return __builtin_expect(m->now++ >= m->next_at, 0) ? hd_change_points_come(m) : 0;
}
