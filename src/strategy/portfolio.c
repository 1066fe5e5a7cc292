/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters vary from run to run: they come from hashes of seed and run, so that nothing correlates with
 * them. */
#include "strategy/portfolio.h"

#include "base/rng.h"
#include "strategy/strategy.h"

#define FIRST_SPURIOUS_RUN 2000 /* what needs a spurious wakeup is looked for last        */
#define FIRST_EAGER_RUN	   200	/* what needs an early time-out is looked for later       */
#define EAGER_ONE_IN	   4
#define REUSE_ONE_IN	   4
#define SPURIOUS_ONE_IN	   16

/* Independent draws for one run. */
enum purpose { FOR_DEPTH = 1, FOR_HEAP, FOR_TIMEOUTS, FOR_SPURIOUS, FOR_PROFILE };

static uint64_t portfolio_draw(uint64_t run_seed, enum purpose purpose)
{
	return hd_mix64(run_seed + (uint64_t)purpose * 0xD1B54A32D192ED03ULL);
}

static uint32_t depth_of(uint32_t strategy, uint64_t random)
{
	const struct hd_strategy_ops *ops = hd_strategies[strategy];

	return ops->depth ? ops->depth(random) : 0;
}

void hd_plan_profile(struct hd_plan *plan, uint32_t lucky)
{
	static const uint8_t by_chance[] = {HD_STRATEGY_random, HD_STRATEGY_pct,   HD_STRATEGY_pct_large,
					    HD_STRATEGY_pos,	HD_STRATEGY_delay, HD_STRATEGY_surw};
	uint64_t random = portfolio_draw(plan->seed, FOR_PROFILE);

	plan->strategy = by_chance[(random >> 1) % sizeof(by_chance)];
	for (unsigned i = 0; i < sizeof(by_chance); i++)
		if (random & 1 && by_chance[i] == lucky)
			plan->strategy = lucky;
	plan->depth = depth_of(plan->strategy, portfolio_draw(plan->seed, FOR_DEPTH));
}

/* Time-outs end late in half of the runs. In the others they may end some milliseconds early, as they do on
 * any machine now and then; and later in the search at any time in some. */
static uint32_t timeouts_of(uint64_t random, uint64_t run)
{
	if (run >= FIRST_EAGER_RUN && (random >> 1) % EAGER_ONE_IN == 0)
		return HD_TIMEOUTS_EAGER;
	return random & 1 ? HD_TIMEOUTS_NEAR : HD_TIMEOUTS_LATE;
}

void hd_plan_systematic(const struct hd_campaign_options *o, uint32_t strategy, struct hd_plan *plan)
{
	plan->strategy = strategy;
	plan->seed = hd_mix64(o->systematic_seed);
	plan->heap = o->heap < 0 ? HD_HEAP_QUARANTINE : (uint32_t)o->heap;
	plan->timeouts = o->timeouts < 0 ? HD_TIMEOUTS_EAGER : (uint32_t)o->timeouts;
	plan->spurious = o->spurious > 0;
}

void hd_plan_make(const struct hd_campaign_options *o, uint32_t strategy, uint64_t run, struct hd_plan *plan)
{
	uint64_t seed = hd_mix64(hd_mix64(o->seed) + run);

	plan->seed = seed;
	plan->strategy = strategy;
	plan->depth = o->depth ? o->depth : depth_of(plan->strategy, portfolio_draw(seed, FOR_DEPTH));
	plan->points = (uint32_t)o->points;
	if (!run && !o->goes_on && o->points == HD_POINTS_SHARED && hd_strategies[plan->strategy]->surveys)
		plan->points = HD_POINTS_ALL;
	plan->heap = (uint32_t)o->heap;
	if (o->heap < 0)
		plan->heap =
		    portfolio_draw(seed, FOR_HEAP) % REUSE_ONE_IN ? HD_HEAP_QUARANTINE : HD_HEAP_REUSE;
	plan->timeouts = (uint32_t)o->timeouts;
	if (o->timeouts < 0)
		plan->timeouts = timeouts_of(portfolio_draw(seed, FOR_TIMEOUTS), run);
	plan->spurious = (uint32_t)o->spurious;
	if (o->spurious < 0)
		plan->spurious =
		    run >= FIRST_SPURIOUS_RUN && portfolio_draw(seed, FOR_SPURIOUS) % SPURIOUS_ONE_IN == 0;
	if (hd_strategies[plan->strategy]->systematic)
		hd_plan_systematic(o, plan->strategy, plan);
}
