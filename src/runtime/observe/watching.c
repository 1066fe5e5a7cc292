/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/watching.h"

#include "runtime/aim/aim_iroots.h"
#include "runtime/aim/aim_run.h"
#include "runtime/aim/aim_table.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/stack_ids.h"
#include "runtime/common/team.h"
#include "runtime/engine/series.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/observe/analyses.h"
#include "runtime/observe/finding.h"
#include "runtime/observe/foreign.h"
#include "runtime/observe/run_order.h"
#include "runtime/observe/watch_budget.h"
#include "runtime/state/backpoints.h"
#include "strategy/strategy.h"

#define FIRST_RUNS   64	    /* all watched … */
#define FIRST_EVENTS 600000 /* … until analyses have looked at as many steps and accesses */
#define FEW_RUNS     2	    /* where as many as possible are to begin in the middle */
#define LARGE	     512    /* bytes of an access that count as another one */
#define EVERY	     8	    /* of the later ones */
#define SELDOM	     512    /* … where others begin in the middle, because a watched run begins at main */
#define LATE_ATTEMPT 16	    /* times as many steps are looked at in an attempt at an iRoot */

static struct hd_arena arena;

static void *states[HD_ANALYSES];
struct hd_semaphores hd_semaphores_watched = {.arena = &arena};

struct hd_watching hd_watching[HD_ANALYSES];
unsigned hd_nwatching;

static uint32_t accesses_left; /* of this run, that are looked at */
static uint64_t events;	       /* of this run, that were looked at */
static int64_t budget;	       /* what is left for them, large ones count for more: see watch_budget.h */
static uint64_t steps_before;  /* of this run, that were not looked at */
static uint64_t
    watch_from; /* accesses and steps of this run after which analyses begin to look; 0: they do */

static uint32_t call_stack_of(hd_tid t)
{
	return hd_stack_id_of_calls(&hd_threads[t]);
}

static uint32_t locks_of(hd_tid t)
{
	return hd_stack_id_of_locks(&hd_threads[t]);
}

static void init_analyses(void)
{
	static struct hd_analysis_env env = {.arena = &arena,
					     .call_stack = call_stack_of,
					     .locks = locks_of,
					     .found = hd_finding_places,
					     .alloc = hd_aside_alloc};

	env.order = hd_run_order();
	for (unsigned i = 0; i < HD_ANALYSES; i++) {
		const struct hd_analysis_ops *ops = hd_analyses[i];

		if (!(hd_rt.wire->checks & 1u << i))
			continue;
		states[i] = hd_aside_alloc(ops->size);
		if (ops->init)
			ops->init(states[i], &env);
	}
}

void hd_watching_init(void)
{
	if (!hd_rt.wire->checks)
		return;
	arena = hd_analysis_memory();
	hd_run_order_init(&arena);
	hd_stack_id_init();
	hd_finding_init();
	hd_aims_init();
	init_analyses();
}

/* How many accesses of a run are looked at: the rest of a large run would take minutes. Of hot sites only
 * some visits count (sample.h), unless each one matters. */
static enum hd_capacity accesses_watched(void)
{
	return hd_rt.run.watches_all ? HD_FULL_WATCHED_ALL : HD_FULL_WATCHED_ACCESSES;
}

/* These can begin in the middle of a run. What atomic sets are is inferred from whole critical sections. */
#define BEGIN_IN_MIDDLE (HD_CHECK_race | HD_CHECK_lock_order | HD_CHECK_iroots | HD_CHECK_pair)

static void begin_analyses(uint32_t which)
{
	for (unsigned i = 0; i < HD_ANALYSES; i++) {
		const struct hd_analysis_ops *ops = hd_analyses[i];

		if (!states[i] || !(which & 1u << i) || (ops->run_begin && !ops->run_begin(states[i])))
			continue;
		hd_watching[hd_nwatching].ops = ops;
		hd_watching[hd_nwatching++].state = states[i];
		hd_rt.run.watches_all |= (ops->every_access & hd_rt.wire->checks) != 0;
	}
}

/* Is the run one of the first ones, which are all watched? Of a program with large runs they are fewer. */
static bool is_among_first(uint64_t number)
{
	if (hd_rt.wire->backtracks == HD_BACKTRACKS_OFTEN &&
	    hd_strategy_at(hd_rt.wire->options.strategy)->keeps)
		return number < FEW_RUNS;
	return number < FIRST_RUNS && hd_rt.slot->watched_events < FIRST_EVENTS;
}

/* Which runs are watched follows from their numbers and from what was watched before, and watching changes
 * nothing about a run. */
static bool is_watched(uint64_t number)
{
	if (hd_series_is_one())
		return hd_series_watches();
	return is_among_first(number) || number % (hd_backpoints_exist() ? SELDOM : EVERY) == 0;
}

/* An aim or the user asks for all of the run. What `auto` predicts from a large run ends early
 * (watch_iroots.c). */
static bool is_watched_whole(void)
{
	return hd_aim_watch() == HD_WATCH_ALL ||
	       (hd_aim_watch() == HD_WATCH_PREDICT && hd_rt.wire->options.strategy >= 0) ||
	       hd_rt.wire->watch_all || hd_rt.wire->replaying || hd_series_is_one();
}

static bool can_begin_in_middle(void)
{
	return hd_watching_can_begin_late() && hd_aim_watch() == HD_WATCH_SOME &&
	       !hd_strategies[hd_rt.run.plan.strategy]->keeps;
}

static void begin_watching(bool late)
{
	hd_rt.run.watched = true;
	hd_watch_accesses(true);
	hd_order_begin(hd_run_order());
	hd_semaphores_begin(&hd_semaphores_watched, late);
	/* Interleaving idioms do not ask what libraries order that were not rebuilt. */
	hd_rt.run.watches_all = hd_foreign_count && hd_rt.wire->checks & ~HD_CHECK_iroots;
	begin_analyses(late ? BEGIN_IN_MIDDLE : UINT32_MAX);
	accesses_left = hd_rt.wire->most[accesses_watched()];
	steps_before = hd_rt.run.steps;
}

void hd_watching_run_begin(uint64_t number)
{
	bool whole = is_watched_whole();
	bool watches = hd_rt.wire->checks && (!hd_rt.wire->replaying || hd_rt.wire->trace) &&
		       (whole || hd_aim_watch() != HD_WATCH_SOME || is_watched(number));

	hd_nwatching = 0;
	events = 0;
	hd_rt.run.watched = false;
	hd_rt.run.tells_stack_writes = hd_strategies[hd_rt.run.plan.strategy]->sees_spinning;
	hd_watch_accesses(false);
	budget = watches && !whole ? (int64_t)hd_watch_budget() : INT64_MAX;
	watch_from = watches && !whole && can_begin_in_middle() ? hd_watch_from() : 0;
	if (watches && !watch_from)
		begin_watching(false);
}

void hd_watching_run_end(void)
{
	hd_analysis_memory_look(&arena);
	if (hd_rt.run.watched)
		HD_TELL(run_end);
	hd_rt.slot->watched_runs += events != 0;
	hd_rt.slot->watched_events += events;
	hd_nwatching = 0;
	hd_aim_iroots_run_end();
}

/* All that comes before the first thread is created is ordered before what comes after: it is part of no
 * race, no circle of locks, no idiom and no unit of critical sections. What functions did before matters to
 * other analyses (HD_CHECK_OPERATIONS). */
#define BEGIN_LATE                                                                                           \
	(HD_CHECK_race | HD_CHECK_lock_order | HD_CHECK_iroots | HD_CHECK_pair | HD_CHECK_atomic_set)

bool hd_watching_can_begin_late(void)
{
	return !(hd_rt.wire->checks & ~BEGIN_LATE) && !hd_foreign_count && !hd_unseen_count;
}

bool hd_watching_begins_now(void)
{
	if (!watch_from || hd_rt.run.accesses + hd_rt.run.steps < watch_from || hd_team())
		return false;
	watch_from = 0;
	begin_watching(true);
	return true;
}

/* Accesses are not looked at any more. Races with accesses seen before can still be reported, and no false
 * ones are. */
static void end_of_accesses(void)
{
	hd_watch_accesses(false);
	hd_rt.run.watches_all = false;
	hd_look_at_accesses();
	HD_TELL(stops);
}

/* Stop all analyses, so that incomplete data cannot cause a false report. */
static void end_of_watching(void)
{
	hd_rt.run.watched = false;
	end_of_accesses();
	HD_TELL(run_end);
	hd_nwatching = 0;
}

/* The run has more steps, or it and those before it more of everything, than analyses look at. What an
 * attempt at an iRoot exposes counts however late it comes: the run that it repeats may have had far fewer
 * scheduling points. */
bool hd_watching_enough(uint64_t size)
{
	uint64_t steps = hd_rt.run.steps - steps_before;
	bool full = hd_is_full(HD_FULL_WATCHED_STEPS, steps / (hd_aim_iroots_tries() ? LATE_ATTEMPT : 1));

	budget -= 1 + (int64_t)(size / LARGE);
	if (budget < 0) {
		hd_full(HD_FULL_WATCHED_SHARE);
		full = true;
	}
	if (full)
		end_of_watching();
	return full;
}

void hd_watching_event(void)
{
	events++;
}

bool hd_watching_access(size_t size)
{
	if (accesses_left <= size / 8) { /* large ones count for more */
		hd_full(accesses_watched());
		end_of_accesses();
		return false;
	}
	accesses_left -= 1 + (uint32_t)(size / 8);
	hd_watching_event();
	return !hd_watching_enough(size);
}
