/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/auto_runs.h"

#include "runtime/common/rt.h"
#include "runtime/engine/series.h"
#include "runtime/state/hooks.h"
#include "runtime/common/site.h"
#include "strategy/complete.h"
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

/* -1: none. Not two runs in a row. */
static int strategy_for_aim(struct hd_division *d)
{
	int driven = -1;

	if (!d->aimed || hd_series_is_one()) {
		driven = hd_hooks.run_driven();
		d->no_aim = driven < 0;
	}
	return driven;
}

/* ---- the systematic search: strategy/complete.h ---- */

static const struct hd_strategy_ops *complete(void)
{
	return hd_strategies[HD_COMPLETE_STRATEGY];
}

static void proof_of(const struct hd_wire_worker *w, struct hd_proof *p)
{
	*p = (struct hd_proof){0};
	complete()->proof(w->strategy_state + hd_strategy_state_offset(HD_COMPLETE_STRATEGY), p);
}

/* It was not over yet when there were as many scheduling points as there are now. */
static bool complete_has_more(void)
{
	const struct hd_wire *w = hd_rt.wire; /* a new process has not looked at the sites yet */

	return atomic_load_explicit(&w->tried_all, memory_order_relaxed) !=
	       atomic_load_explicit(&w->shared_sites, memory_order_relaxed) + 1;
}

/* It can end with a proof, and has something left. */
static bool complete_is_open(void)
{
	const struct hd_wire *w = hd_rt.wire;

	return complete_has_more() && !atomic_load_explicit(&w->gaps, memory_order_relaxed) && !w->served &&
	       !w->controls_children && !hd_series_is_one();
}

static bool complete_is_next(struct hd_division *d)
{
	struct hd_proof p;

	if (!d->planned || !complete_is_open())
		return false;
	proof_of(hd_rt.slot, &p);
	return !p.gaps && hd_complete_is_due(&d->complete, p.explored);
}

/* All workers have taken part, and earlier processes: what one of them has met holds for the whole search. */
static bool is_proved(void)
{
	struct hd_proof sum = {.all = true,
			       .gaps = atomic_load(&hd_rt.wire->gaps) | hd_rt.wire->earlier_gaps,
			       .limits = hd_rt.wire->earlier_limits};

	for (unsigned i = 0; i < hd_rt.wire->nworkers; i++) {
		struct hd_proof p;

		proof_of(&hd_rt.wire->workers[i], &p);
		sum.gaps |= p.gaps;
		sum.limits |= p.limits;
	}
	return hd_complete_is_proof(&sum) && !atomic_load(&hd_rt.wire->full) &&
	       atomic_load(&hd_rt.wire->instrumented);
}

bool hd_auto_goes_on(enum hd_claim claim)
{
	struct hd_division *d = &hd_rt.slot->division;

	if (hd_rt.wire->options.strategy >= 0 || hd_series_is_one())
		return false;
	if (claim == HD_CLAIM_OVER) {
		atomic_store(&hd_rt.wire->tried_all, hd_sites_shared() + 1);
		atomic_store(&hd_rt.wire->proved, is_proved());
	}
	d->complete.runs--;
	d->strategy = hd_division_next(d);
	return true;
}

bool hd_auto_is_over(void)
{
	const struct hd_wire *w = hd_rt.wire;

	return w->options.strategy < 0 && atomic_load_explicit(&w->proved, memory_order_relaxed) &&
	       !complete_has_more() && !atomic_load(&w->gaps) && hd_rt.slot->division.no_aim &&
	       !w->log_hashes;
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
	if (driven >= 0)
		d->strategy = (uint32_t)driven;
	else
		d->strategy = complete_is_next(d) ? HD_COMPLETE_STRATEGY : hd_division_next(d);
	d->complete.runs += d->strategy == HD_COMPLETE_STRATEGY;
	d->number = number + 1;
	return d->strategy;
}
