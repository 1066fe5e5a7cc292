/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_findings.h"

#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/stack_ids.h"
#include "strategy/strategy.h"

#define FIRST_RUNS    8	  /* that only look for goals */
#define WATCH_EVERY   4	  /* of the later ones, watches */
#define ATTEMPTS_ONLY 50  /* at a goal, where the strategy does nothing else */
#define ATTEMPTS_SETS 100 /* … at a violation of an atomic set */
#define ATTEMPTS_AUTO 20  /* … and in `auto` */
#define AUTO_EVERY    8	  /* of `auto`'s runs, tries a goal */

static uint32_t count(void)
{
	uint32_t n = atomic_load(&hd_rt.wire->ngoals);

	return n < HD_MAX_GOALS ? n : HD_MAX_GOALS;
}

static bool is_known(uint64_t key)
{
	for (uint32_t i = 0; i < count(); i++)
		if (hd_rt.wire->goals[i].key == key)
			return true;
	return false;
}

static bool is_of_sets(const struct hd_goal *goal)
{
	return goal->kind == HD_GOAL_NESTED || goal->kind == HD_GOAL_CROSSING;
}

/* Its points must be scheduling points: from the next run on they are. */
static void share_sites(const struct hd_goal *goal)
{
	for (uint32_t i = 0; i < goal->nparts; i++)
		if (!hd_site_is_shared(goal->parts[i].site))
			hd_site_share(goal->parts[i].site);
}

void hd_goal_add(const struct hd_goal *goal, uint64_t key, uint32_t finding)
{
	struct hd_wire_goal *g;

	for (uint32_t i = 0; i < goal->nparts; i++)
		if (goal->parts[i].site == HD_NO_SITE)
			return;
	hd_tables_lock();
	if (!is_known(key) && !hd_is_full(HD_FULL_GOALS, count())) {
		g = &hd_rt.wire->goals[count()];
		g->goal = *goal;
		g->key = key;
		g->finding = finding;
		atomic_fetch_add(&hd_rt.wire->ngoals, 1);
		atomic_store(&hd_rt.wire->goal_quiet, 0);
	}
	hd_tables_unlock();
	if (goal->kind == HD_GOAL_RACE || is_of_sets(goal))
		share_sites(goal);
}

static uint64_t key_of(const struct hd_goal *g)
{
	uint64_t key = hd_mix64(g->kind);

	for (uint32_t i = 0; i < g->nparts; i++)
		key = hd_mix64(hd_mix64(key ^ g->parts[i].site) ^ g->parts[i].context);
	return key;
}

void hd_goal_block(void *to, const struct hd_block *block, const struct hd_block_section *other)
{
	struct hd_goal g = {
	    .kind = HD_GOAL_ATOM,
	    .nparts = 3,
	    .parts = {
		{.site = block->first->site},
		{.site = block->second->site, .context = hd_stack_id_hash(block->second->context)},
		{.site = other->site, .context = hd_stack_id_hash(other->context)},
	    }};

	(void)to;
	if (!is_known(key_of(&g)))
		hd_goal_add(&g, key_of(&g), 0);
}

void hd_goal_violation(void *to, const struct hd_potential_violation *v)
{
	struct hd_goal g = {.kind = v->of_v[v->n - 1] ? HD_GOAL_CROSSING : HD_GOAL_NESTED, .nparts = v->n};

	(void)to;
	for (unsigned i = 0; i < v->n; i++)
		g.parts[i] = (struct hd_goal_part){.site = v->events[i]->site,
						   .context = hd_stack_id_hash(v->events[i]->context),
						   .place = v->events[i]->member != v->events[0]->member};
	if (v->nwindow) {
		g.parts[0].has = v->window[0].site;
		g.parts[1].takes = v->window_of_v[0];
	}
	if (!is_known(key_of(&g)))
		hd_goal_add(&g, key_of(&g), 0);
}

/* What has failed needs no further proof. */
static bool is_open(const struct hd_wire_goal *g)
{
	uint32_t most = is_of_sets(&g->goal) ? ATTEMPTS_SETS : ATTEMPTS_ONLY;

	if (hd_rt.wire->options.strategy < 0)
		most = ATTEMPTS_AUTO;
	return g->attempts < most && !g->failures && g->goal.kind < HD_GOAL_KINDS;
}

/* The one with the fewest attempts, among those that the strategy is for; any: -1. */
static struct hd_wire_goal *next(int strategy)
{
	struct hd_wire_goal *best = NULL;

	for (uint32_t i = 0; i < count(); i++) {
		struct hd_wire_goal *g = &hd_rt.wire->goals[i];

		if (is_open(g) &&
		    (strategy < 0 || hd_strategy_at(strategy)->goals & HD_GOAL_BIT(g->goal.kind)) &&
		    (!best || g->attempts < best->attempts))
			best = g;
	}
	return best;
}

bool hd_goal_wanted(const struct hd_plan *plan)
{
	return hd_strategies[plan->strategy]->reached != NULL;
}

void hd_goal_plan(uint64_t number, struct hd_plan *plan)
{
	const struct hd_wire_goal *g;
	int strategy;

	if (hd_rt.wire->options.strategy >= 0 || number % AUTO_EVERY != AUTO_EVERY - 1)
		return;
	g = next(-1);
	strategy = g ? hd_strategy_for_goal(g->goal.kind) : -1;
	if (strategy >= 0)
		plan->strategy = (uint32_t)strategy;
}

static bool only_watches(uint64_t number)
{
	return hd_rt.wire->options.strategy >= 0 && (number < FIRST_RUNS || number % WATCH_EVERY == 0);
}

/* Nothing to try, and nothing new for long. */
static void run_dry(void)
{
	if (hd_rt.wire->options.strategy >= 0 &&
	    atomic_fetch_add(&hd_rt.wire->goal_quiet, 1) >= HD_GOAL_QUIET_RUNS)
		hd_rt.wire->idle = 1;
}

struct hd_goal_choice hd_goal_choose(uint64_t number, struct hd_plan *plan)
{
	static const uint8_t timeouts[] = {HD_TIMEOUTS_NEAR, HD_TIMEOUTS_EAGER, HD_TIMEOUTS_EAGER,
					   HD_TIMEOUTS_LATE};
	struct hd_wire_goal *g = next((int)plan->strategy);
	uint32_t tries;

	if (!g)
		run_dry();
	else if (only_watches(number))
		g = NULL;
	hd_rt.slot->failure.goal = g ? (uint32_t)(g - hd_rt.wire->goals) + 1 : 0;
	if (!g)
		return (struct hd_goal_choice){0};
	tries = atomic_fetch_add(&g->attempts, 1);
	if (hd_rt.wire->options.timeouts < 0)
		plan->timeouts = timeouts[tries % (sizeof timeouts / sizeof *timeouts)];
	return (struct hd_goal_choice){.goal = &g->goal, .tries = tries};
}

static bool waits_at(const struct hd_thread *t, const struct hd_goal_part *part)
{
	return t->life == HD_LIFE_ALIVE && t->op.site == part->site &&
	       hd_event_flags[t->op.kind] & HD_F_SYNC &&
	       hd_stack_id_hash(hd_stack_id_of_calls(&hd_threads[t->id])) == part->context;
}

/* A thread waits at each part of the cycle. */
static bool is_stuck_in(const struct hd_goal *g)
{
	uint32_t waiting = 0;

	for (uint32_t i = 0; i < g->nparts && i < HD_GOAL_PARTS; i++)
		for (unsigned t = 0; t < hd_rt.run.nthreads; t++)
			if (waits_at(&hd_threads[t], &g->parts[i])) {
				waiting++;
				break;
			}
	return g->kind == HD_GOAL_DEADLOCK && waiting == g->nparts;
}

/* A deadlock that the run was not driven to: perhaps it is one that was foreseen. */
static bool recognise_deadlock(void)
{
	struct hd_wire_goal *goals = hd_rt.wire->goals;
	uint32_t driven = hd_rt.slot->failure.goal;

	if (driven && driven <= count() && is_stuck_in(&goals[driven - 1].goal))
		return false;
	for (uint32_t i = 0; i < count(); i++)
		if (is_stuck_in(&goals[i].goal)) {
			atomic_fetch_add(&goals[i].failures, 1);
			hd_rt.slot->failure.goal = i + 1;
			return true;
		}
	return false;
}

void hd_goal_run_end(void)
{
	if (hd_rt.slot->failure.outcome != HD_OUT_DEADLOCK || hd_rt.wire->replaying || !recognise_deadlock())
		hd_goal_end();
}

void hd_goal_end(void)
{
	struct hd_wire_worker *w = hd_rt.slot;
	const struct hd_strategy_ops *s;
	struct hd_wire_goal *g;
	uint64_t none = 0;

	if (!w->failure.goal || w->failure.goal > HD_MAX_GOALS || w->plan.strategy >= HD_STRATEGY_COUNT)
		return;
	g = &hd_rt.wire->goals[w->failure.goal - 1];
	s = hd_strategies[w->plan.strategy];
	if (!s->reached || !s->reached(w->strategy_state + hd_strategy_state_offset(w->plan.strategy))) {
		w->failure.goal = 0; /* whatever came of the run, it was not this */
		return;
	}
	atomic_fetch_add(&g->reached, 1);
	atomic_compare_exchange_strong(&g->first_run, &none, w->failure.run + 1);
	if (hd_outcome_is_failure[w->failure.outcome])
		atomic_fetch_add(&g->failures, 1);
}
