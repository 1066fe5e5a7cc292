/* SPDX-License-Identifier: Apache-2.0
 *
 * PCTLarge: Yu, Narayanasamy, Pereira, Pokam, "Maple: A Coverage-Driven Testing Tool for Multithreaded
 * Programs", OOPSLA 2012. PCT with priorities that are not strict: every thread gets its turns, and a higher
 * priority means longer ones. There it leans on the time slices of the operating system. Here a thread of
 * level l gives its turn up at a decision with probability 2^-l, so a turn lasts 2^l decisions on average,
 * and the next turn goes to any other thread. Levels are random, and such that the longest turns are about as
 * long as the run. At depth - 1 random decisions the running thread falls to level 0: turns of one step. */
#include "strategy/random/change_points.h"
#include "strategy/strategy.h"

#define DEFAULT_DEPTH 3
#define MAX_LEVEL     31

struct pct_large {
	struct hd_change_points changes;
	uint32_t levels;		  /* a thread's level is below this                      */
	uint32_t give_up[HD_MAX_THREADS]; /* 2^(32-l) - 1: a random word up to this ends the turn */
};

static bool pct_large_begin(void *state, const struct hd_run_info *run)
{
	struct pct_large *s = state;
	unsigned depth = run->plan->depth ? run->plan->depth : DEFAULT_DEPTH;

	hd_change_points_draw(&s->changes, depth - 1, run);
	s->levels = 33 - (unsigned)__builtin_clz(hd_change_points_length(&s->changes));
	if (s->levels > MAX_LEVEL + 1)
		s->levels = MAX_LEVEL + 1;
	return true;
}

static bool stays(const struct pct_large *s, const struct hd_choice *c)
{
	return (hd_rng_next(c->rng) >> 32) > s->give_up[c->current];
}

/* Uniform among the others; ready is ascending, so from current's place on all are one further. */
static hd_tid any_other(const struct hd_choice *c)
{
	unsigned i;

	if (!c->current_ready)
		return c->ready[hd_rng_below(c->rng, c->nready)];
	i = hd_rng_below(c->rng, c->nready - 1);
	return c->ready[c->ready[i] < c->current ? i : i + 1];
}

static hd_tid pct_large_pick(void *state, const struct hd_choice *c)
{
	struct pct_large *s = state;

	if (c->nready == 1)
		return c->ready[0];
	if (__builtin_expect(hd_change_points_tick(&s->changes) != 0, 0) && c->current_ready)
		s->give_up[c->current] = UINT32_MAX;
	return c->current_ready && stays(s, c) ? c->current : any_other(c);
}

static void pct_large_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct pct_large *s = state;

	(void)parent;
	s->give_up[child] = UINT32_MAX >> hd_rng_below(rng, s->levels);
}

static void pct_large_end(void *state, const struct hd_run_info *run)
{
	struct pct_large *s = state;

	hd_change_points_learn(&s->changes, run);
}

static uint32_t pct_large_depth(uint64_t random)
{
	return hd_depth_mostly_small(random, 2, 6);
}

const struct hd_strategy_ops hd_strategy_pct_large = {
    .name = "pct-large",
    .help = "random priorities that decide how long turns are, with depth - 1 changes",
    .depth = pct_large_depth,
    .size = sizeof(struct pct_large),
    .begin = pct_large_begin,
    .pick = pct_large_pick,
    .value = hd_value_uniform,
    .born = pct_large_born,
    .end = pct_large_end,
};
