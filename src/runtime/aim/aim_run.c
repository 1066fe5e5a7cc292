/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_run.h"

#include "model/check.h"
#include "runtime/aim/aim_table.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/aim/aim_iroots.h"
#include "runtime/common/rt.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/threads.h"
#include "strategy/strategy.h"

static struct {
	struct hd_attempt attempt;
	enum hd_aim_watch watch;
} run;

int hd_aim_strategy(void)
{
	int (*const first)(void) = hd_rt.slot->iroot_turn ? hd_aim_iroots_strategy : hd_aim_findings_strategy;
	int (*const other)(void) = hd_rt.slot->iroot_turn ? hd_aim_findings_strategy : hd_aim_iroots_strategy;
	int strategy = first();

	if (strategy < 0)
		return other();
	hd_rt.slot->iroot_turn = !hd_rt.slot->iroot_turn;
	return strategy;
}

enum hd_aim_watch hd_aim_watch(void)
{
	return run.watch;
}

static void set_aim(const struct hd_wire_aim *x)
{
	hd_rt.slot->failure.aim = x ? (uint32_t)(x - hd_rt.wire->aims) + 1 : 0;
}

/* The analyses look at all of Maple's runs: a run either profiles, or must show whether it exposed what it
 * tried. */
static const struct hd_attempt *choose_iroot(struct hd_plan *plan)
{
	set_aim(hd_aim_iroots_choose(plan, &run.attempt));
	run.watch = hd_aim_iroots_predicts() ? HD_WATCH_PREDICT : HD_WATCH_ALL;
	return hd_aim_iroots_tries() ? &run.attempt : NULL;
}

/* Violations of atomic sets are found and reported by the analyses, so they look at all runs that are driven
 * to one. */
static const struct hd_attempt *choose_finding(uint64_t number, struct hd_plan *plan)
{
	const struct hd_wire_aim *x = hd_aim_findings_choose(number, plan, &run.attempt);

	set_aim(x);
	run.watch = x && !(hd_strategies[plan->strategy]->checks & HD_CHECK_atomic_set) ? HD_WATCH_SOME
											: HD_WATCH_ALL;
	hd_rt.run.ends_at_race = x && hd_rt.wire->fail_on & HD_CHECK_race && x->aim.kind == HD_AIM_RACE;
	return x ? &run.attempt : NULL;
}

const struct hd_attempt *hd_aim_choose(uint64_t number, struct hd_plan *plan)
{
	uint32_t aims = hd_strategies[plan->strategy]->aims;

	hd_aim_iroots_run_begin();
	if (aims & HD_AIM_BIT(HD_AIM_IROOT))
		return choose_iroot(plan);
	if (aims)
		return choose_finding(number, plan);
	set_aim(NULL);
	run.watch = hd_aim_iroots_profiles(number) ? HD_WATCH_PREDICT : HD_WATCH_SOME;
	return NULL;
}

/* ---- the end of a run ---- */

static bool waits_at(const struct hd_thread *t, const struct hd_aim_part *part)
{
	return t->life == HD_LIFE_ALIVE && t->op.site == part->site &&
	       hd_event_flags[t->op.kind] & HD_F_SYNC &&
	       hd_stack_id_hash(hd_stack_id_of_calls(&hd_threads[t->id])) == part->context;
}

/* A thread waits at each part of the cycle. */
static bool is_stuck_in(const struct hd_aim *a)
{
	uint32_t waiting = 0;

	for (uint32_t i = 0; i < a->nparts && i < HD_AIM_PARTS; i++)
		for (unsigned t = 0; t < hd_rt.run.nthreads; t++)
			if (waits_at(&hd_threads[t], &a->parts[i])) {
				waiting++;
				break;
			}
	return a->kind == HD_AIM_DEADLOCK && waiting == a->nparts;
}

/* The aim of the run under way; NULL: none. */
static struct hd_wire_aim *aim_of_run(void)
{
	uint32_t aim = hd_rt.slot->failure.aim;

	return aim && aim <= hd_aim_count() ? &hd_rt.wire->aims[aim - 1] : NULL;
}

/* A deadlock that the run was not driven to: perhaps it is one that was foreseen. */
static bool recognise_deadlock(void)
{
	struct hd_wire_aim *aims = hd_rt.wire->aims;
	const struct hd_wire_aim *mine = aim_of_run();

	if (mine && is_stuck_in(&mine->aim))
		return false;
	for (uint32_t i = 0; i < hd_aim_count(); i++)
		if (is_stuck_in(&aims[i].aim)) {
			hd_aim_failed(&aims[i]);
			set_aim(&aims[i]);
			return true;
		}
	return false;
}

void hd_aim_run_end(void)
{
	if (hd_rt.slot->failure.outcome != HD_OUT_DEADLOCK || hd_rt.wire->replaying || !recognise_deadlock())
		hd_aim_run_died();
}

static bool has_reached(const struct hd_wire_worker *w, const struct hd_wire_aim *x)
{
	const struct hd_strategy_ops *s = hd_strategies[w->plan.strategy];

	if (x->aim.kind == HD_AIM_IROOT)
		return hd_aim_iroots_reached();
	return s->reached && s->reached(w->strategy_state + hd_strategy_state_offset(w->plan.strategy));
}

void hd_aim_run_died(void)
{
	struct hd_wire_worker *w = hd_rt.slot;
	struct hd_wire_aim *x = aim_of_run();

	if (!x || w->plan.strategy >= HD_STRATEGY_COUNT)
		return;
	if (has_reached(w, x))
		hd_aim_reached(x, w->failure.run, hd_outcome_is_failure[w->failure.outcome]);
	else
		w->failure.aim = 0; /* whatever came of the run, it was not this */
}
