/* SPDX-License-Identifier: Apache-2.0
 *
 * The random walk: each thread that may go is equally likely. No state, no learning, no bound worth a name,
 * and hard to beat where a run costs microseconds. */
#include "strategy/strategy.h"

static bool random_begin(void *state, const struct hd_run_info *run)
{
	(void)state;
	(void)run;
	return true;
}

static hd_tid random_pick(void *state, const struct hd_choice *c)
{
	(void)state;
	return c->nready == 1 ? c->ready[0] : c->ready[hd_rng_below(c->rng, c->nready)];
}

const struct hd_strategy_ops hd_strategy_random = {
    .name = "random",
    .help = "every thread that may go is equally likely",
    .begin = random_begin,
    .pick = random_pick,
    .value = hd_value_uniform,
};
