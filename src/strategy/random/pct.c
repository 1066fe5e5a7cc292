/* SPDX-License-Identifier: Apache-2.0
 *
 * PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of
 * Finding Bugs", ASPLOS 2010. Threads get random strict priorities; the highest one that may go, goes. At
 * d - 1 random decisions the thread that would go drops below all initial priorities. A bug of depth d in a
 * program with n threads and k decisions is found with probability 1 / (n * k^(d-1)) or better.
 *
 * We differ: k is learnt from earlier runs and counts only decisions with a choice (change_points.h), and a
 * thread that yields or spins becomes the lowest of all. As in the paper the dropped threads are ordered
 * among themselves by the rank of the change, not by its time: the guarantee for d > 2 needs that. */
#include "strategy/random/change_points.h"
#include "strategy/random/highest.h"
#include "strategy/strategy.h"
#include "strategy/yield.h"

#define DEFAULT_DEPTH 3

/* Bands of priorities, from the lowest: yielded (the latest lowest), dropped (by rank), initial (random). */
#define DROPPED (1u << 30)
#define INITIAL (1u << 31)

struct pct {
	struct hd_change_points changes;
	uint32_t lowest;		   /* the next yielding thread gets one less */
	uint32_t priority[HD_MAX_THREADS]; /* of threads born in this run            */
};

static bool pct_begin(void *state, const struct hd_run_info *run)
{
	struct pct *s = state;
	unsigned depth = run->plan->depth ? run->plan->depth : DEFAULT_DEPTH;

	hd_change_points_draw(&s->changes, depth - 1, run);
	s->lowest = DROPPED;
	return true;
}

static hd_tid pct_pick(void *state, const struct hd_choice *c)
{
	struct pct *s = state;
	hd_tid best;
	uint32_t rank;

	if (c->nready == 1)
		return c->ready[0];
	best = hd_highest(s->priority, c);
	rank = hd_change_points_tick(&s->changes);
	if (__builtin_expect(rank != 0, 0)) {
		s->priority[best] = DROPPED + rank;
		best = hd_highest(s->priority, c);
	}
	return best;
}

static void pct_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct pct *s = state;
	hd_tid yielding = hd_yielding(tid, op, c);

	if (__builtin_expect(yielding != HD_NO_TID, 0))
		s->priority[yielding] = s->lowest ? --s->lowest : 0;
}

static void pct_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct pct *s = state;

	(void)parent;
	s->priority[child] = INITIAL | (uint32_t)(hd_rng_next(rng) >> 32);
}

static void pct_end(void *state, const struct hd_run_info *run)
{
	struct pct *s = state;

	hd_change_points_learn(&s->changes, run);
}

static uint32_t pct_depth(uint64_t random)
{
	return hd_depth_mostly_small(random, 2, 6);
}

const struct hd_strategy_ops hd_strategy_pct = {
    .name = "pct",
    .help = "random strict priorities with depth - 1 random changes",
    .depth = pct_depth,
    .size = sizeof(struct pct),
    .begin = pct_begin,
    .pick = pct_pick,
    .value = hd_value_uniform,
    .saw = pct_saw,
    .born = pct_born,
    .end = pct_end,
};
