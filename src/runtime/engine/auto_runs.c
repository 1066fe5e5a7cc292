/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/auto_runs.h"

#include "runtime/common/rt.h"
#include "runtime/engine/series.h"
#include "runtime/state/hooks.h"
#include "strategy/division.h"

/* The run before has ended, or its process has died. */
static void account(struct hd_division *d)
{
	const struct hd_wire_failure *f = &hd_rt.slot->failure;
	uint64_t news = atomic_load_explicit(&hd_rt.slot->news, memory_order_relaxed);

	if (d->number)
		hd_division_ran(d,
				&(struct hd_division_run){.strategy = d->strategy,
							  .steps = f->run + 1 == d->number ? f->steps : 0,
							  .news = news - d->news,
							  .watched = hd_rt.slot->watched_runs != d->watched,
							  .aimed = d->aimed});
	d->news = news;
	d->watched = hd_rt.slot->watched_runs;
}

static int strategy_for_aim(const struct hd_division *d)
{
	return d->aimed && !hd_series_is_one() ? -1 : hd_hooks.run_driven();
}

uint32_t hd_auto_strategy(uint64_t number)
{
	struct hd_division *d = &hd_rt.slot->division;
	int driven;

	if (d->number == number + 1) /* it could not be carried out to its end, and begins again */
		return d->strategy;
	account(d);
	driven = strategy_for_aim(d);
	d->aimed = driven >= 0;
	d->strategy = driven >= 0 ? (uint32_t)driven : hd_division_next(d);
	d->number = number + 1;
	return d->strategy;
}
