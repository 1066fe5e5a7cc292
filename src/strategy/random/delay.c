/* SPDX-License-Identifier: Apache-2.0
 *
 * RandDelay: the random delays of stress testing tools (the baseline of the Maple paper, OOPSLA 2012), under
 * a scheduler that needs no clock for them. A thread runs until it must wait, then any other one follows;
 * but at `depth` random decisions the running thread is put aside for a random number of decisions, at most
 * as many as a run has. With d delays at most d preemptions happen, so this looks for what Emmi, Qadeer and
 * Rakamaric ("Delay-Bounded Scheduling", POPL 2011) enumerate. */
#include "strategy/random/change_points.h"
#include "strategy/strategy.h"

#define DEFAULT_DELAYS 2

struct delay {
	struct hd_change_points delays;
	uint64_t until[HD_MAX_THREADS]; /* put aside before this decision, as change_points.h counts */
};

static bool delay_begin(void *state, const struct hd_run_info *run)
{
	struct delay *s = state;

	hd_change_points_draw(&s->delays, run->plan->depth ? run->plan->depth : DEFAULT_DELAYS, run);
	return true;
}

static bool is_aside(const struct delay *s, hd_tid t)
{
	return s->until[t] > s->delays.now;
}

/* Uniform among those that are not put aside, HD_NO_TID if all are. One pass: the i-th eligible thread
 * replaces the choice with probability 1/i. */
static hd_tid any_eligible(const struct delay *s, const struct hd_choice *c)
{
	hd_tid chosen = HD_NO_TID;
	unsigned eligible = 0;

	for (unsigned i = 0; i < c->nready; i++) {
		if (is_aside(s, c->ready[i]))
			continue;
		if (hd_rng_below(c->rng, ++eligible) == 0)
			chosen = c->ready[i];
	}
	return chosen;
}

/* Thread t goes although it may be put aside: so its delay ends, or it would cause a second preemption. */
static hd_tid delay_release(struct delay *s, hd_tid t)
{
	s->until[t] = 0;
	return t;
}

static hd_tid delay_pick(void *state, const struct hd_choice *c)
{
	struct delay *s = state;
	hd_tid next;

	if (c->nready == 1)
		return delay_release(s, c->ready[0]);
	if (__builtin_expect(hd_change_points_tick(&s->delays) != 0, 0) && c->current_ready)
		s->until[c->current] =
		    s->delays.now + 1 + hd_rng_below(c->rng, hd_change_points_length(&s->delays));
	if (c->current_ready && !is_aside(s, c->current))
		return c->current;
	next = any_eligible(s, c);
	return next != HD_NO_TID ? next : delay_release(s, c->ready[hd_rng_below(c->rng, c->nready)]);
}

static void delay_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct delay *s = state;

	(void)parent;
	(void)rng;
	s->until[child] = 0;
}

static void delay_end(void *state, const struct hd_run_info *run)
{
	struct delay *s = state;

	hd_change_points_learn(&s->delays, run);
}

static uint32_t delay_depth(uint64_t random)
{
	return hd_depth_mostly_small(random, 1, 5);
}

const struct hd_strategy_ops hd_strategy_delay = {
    .name = "delay",
    .help = "no preemptions but for depth random delays",
    .depth = delay_depth,
    .size = sizeof(struct delay),
    .begin = delay_begin,
    .pick = delay_pick,
    .value = hd_value_uniform,
    .born = delay_born,
    .end = delay_end,
};
