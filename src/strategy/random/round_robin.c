/* SPDX-License-Identifier: Apache-2.0
 *
 * Round robin: turns in the order of creation, each of `depth` steps. Nothing is random but the length of the
 * main thread's first turn, which shifts all later ones against what the program does: a few dozen runs show
 * all there is to see. */
#include "strategy/strategy.h"

#define DEFAULT_QUANTUM 1
#define MAX_OFFSET	32 /* the first turn is at most this much longer than the others */

struct round_robin {
	uint32_t quantum;
	uint32_t left; /* further steps of the turn under way */
};

static bool round_robin_begin(void *state, const struct hd_run_info *run)
{
	struct round_robin *s = state;

	s->quantum = run->plan->depth ? run->plan->depth : DEFAULT_QUANTUM;
	s->left = s->quantum + hd_rng_below(run->rng, MAX_OFFSET);
	return true;
}

/* The first ready thread after t, which need not be ready itself; after the last comes the first. */
static hd_tid next_after(hd_tid t, const struct hd_choice *c)
{
	unsigned low = 0, high = c->nready; /* everything below low is <= t, from high on > t */

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (c->ready[middle] <= t)
			low = middle + 1;
		else
			high = middle;
	}
	return c->ready[low < c->nready ? low : 0];
}

static hd_tid round_robin_pick(void *state, const struct hd_choice *c)
{
	struct round_robin *s = state;
	hd_tid next = c->current;

	if (c->current == HD_NO_TID)
		next = c->ready[0];
	else if (!c->current_ready || !s->left) {
		next = next_after(c->current, c);
		s->left = s->quantum;
	}
	s->left -= s->left > 0;
	return next;
}

/* Data choices are the only freedom left. They are random, or one order of waiters would be all we see. */
static uint32_t round_robin_depth(uint64_t random)
{
	return 1 + (uint32_t)(random & 7);
}

const struct hd_strategy_ops hd_strategy_round_robin = {
    .name = "round-robin",
    .help = "turns of depth steps, in order of creation",
    .depth = round_robin_depth,
    .size = sizeof(struct round_robin),
    .begin = round_robin_begin,
    .pick = round_robin_pick,
    .value = hd_value_uniform,
};
