/* SPDX-License-Identifier: Apache-2.0
 *
 * The run that a depth-first search is in, step by step: which thread made each step, which others could have
 * made it, and which of those have been or are still to be tried there. Data choices are a second list. The
 * next run repeats the path up to the deepest step or data choice with something left to try.
 *
 * The beginning of the path may belong to the frontier, which other workers see, too (path_piece.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "strategy/systematic/dependence.h"
#include "strategy/systematic/frontier.h"
#include "strategy/systematic/thread_set.h"

#define HD_PATH_STEPS  16384
#define HD_PATH_VALUES 4096

/* For each thread how many of its steps come before. */
struct hd_path_clock {
	uint16_t of[HD_SET_THREADS];
};

struct hd_path_step {
	struct hd_footprint footprint;
	struct hd_path_clock clock; /* of the steps that must come before this one, itself included */
	uint64_t ready;		    /* threads that could have made a step here                     */
	uint64_t wanted;	    /* … that are to be tried                                       */
	uint64_t tried;		    /* … that have been tried, the present one included             */
	uint64_t sleep;		    /* … that need not be tried: an equal run has been seen         */
	uint32_t look; /* what the step looks like: it must be the same next time; 0: not known */
	uint32_t node; /* of the frontier, if it belongs to that                       */
	uint16_t tid;
	uint16_t nth; /* step of its thread, from 1 */
};

struct hd_path_value {
	uint32_t after; /* so many steps */
	uint16_t chosen, options;
};

struct hd_path {
	uint32_t n;	   /* steps of the run under way; first, because it and the next belong to that run */
	uint32_t nvalues;  /* data choices of the run under way                                  */
	uint32_t fixed;	   /* the run repeats so many steps                                      */
	uint32_t nfixed;   /* … and so many data choices                                         */
	uint32_t compared; /* so many steps are as in an earlier run, where they were compared   */
	uint32_t kept;	   /* so many decisions are those of the run before: see strategy.h       */
	uint32_t gaps;	   /* HD_GAP_BIT                                                         */
	uint32_t base;	   /* so many steps belong to the frontier                               */
	uint32_t nbase;	   /* … and so many data choices                                         */
	struct hd_frontier *frontier; /* set before each run */
	struct hd_path_step steps[HD_PATH_STEPS];
	struct hd_path_value values[HD_PATH_VALUES];
};

static inline bool hd_clock_has(const struct hd_path_clock *c, const struct hd_path_step *s)
{
	return s->nth <= c->of[s->tid];
}

static inline void hd_clock_join(struct hd_path_clock *c, const struct hd_path_clock *other)
{
	for (unsigned i = 0; i < HD_SET_THREADS; i++)
		if (c->of[i] < other->of[i])
			c->of[i] = other->of[i];
}

/* The decisions of the run under way so far, and one that began it. */
static inline uint64_t hd_path_decided(const struct hd_path *p)
{
	return 1ULL + p->n + p->nvalues;
}

/* Forget the path: the search begins again. Gaps stay. */
void hd_path_clear(struct hd_path *p);
/* A run begins. */
void hd_path_run_begin(struct hd_path *p);
/* Go to the next path. False: nothing is left to try but what belongs to the frontier. */
bool hd_path_next(struct hd_path *p);
/* Something is left to try at this step. */
uint64_t hd_path_left(const struct hd_path_step *s);
/* Try one of `initials` at this step: thread `first` if it may make the step. No thread of `initials` may:
 * try all. One of them is wanted already, or an equal run has been seen: nothing has to be done. */
void hd_path_want_one(struct hd_path *p, uint32_t at, uint64_t initials, unsigned first);
/* Try all of these threads at this step. */
void hd_path_want_all(struct hd_path *p, uint32_t at, uint64_t threads);
/* Which share of all paths that do not belong to the frontier comes before the present one, if all that is
 * not known yet branches alike: at each step the ways to go on are taken to be equally large (after D. Knuth,
 * "Estimating the Efficiency of Backtrack Programs", 1975). From 0 to 1; the controller asks while the worker
 * goes on. */
double hd_path_explored(const struct hd_path *p);
/* A data choice among `options`, at least 2. */
unsigned hd_path_choose(struct hd_path *p, unsigned options);
