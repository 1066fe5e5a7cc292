/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/run.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/arch/arch.h"
#include "runtime/engine/avoid.h"
#include "runtime/engine/backtrack.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/point_image.h"
#include "runtime/engine/start_point.h"
#include "runtime/state/debug_stop.h"
#include "runtime/state/hooks.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_record.h"
#include "runtime/state/run_state.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/heap_reset.h"
#include "runtime/memory/run_memory.h"
#include "runtime/memory/snapshot.h"
#include "runtime/state/pool.h"
#include "runtime/common/site.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"
#include "strategy/taught.h"

static struct {
	int (*main_function)(int, char **, char **);
	/* The place of main's return. It is looked up before the first run: the look-up would write over what
	 * main has left on its stack, and only in the first run of a process. */
	uint32_t main_site;
	int argc;
	char **argv;
	const struct hd_attempt *attempt; /* where the run is to be driven; NULL: nowhere */
	bool used_memory;		  /* an earlier run has, and it was not put back yet */
} run;

void hd_run_prepare(int (*main_function)(int, char **, char **), int argc, char **argv)
{
	run.main_function = main_function;
	run.main_site = hd_site_of((uintptr_t)main_function + 1);
	run.argc = argc;
	run.argv = argv;
}

void hd_run_main_call(uint64_t *function, uint64_t *args)
{
	*function = (uintptr_t)run.main_function;
	args[0] = (unsigned)run.argc;
	args[1] = (uintptr_t)run.argv;
}

/* ---- one run ---- */

static void main_entry(void)
{
	hd_hooks.main_returned(run.main_function(run.argc, run.argv, environ), run.main_site);
}

static struct hd_frontier *frontier_of_all(void)
{
	return (struct hd_frontier *)hd_rt.wire->frontier;
}

/* What the code of the program tells. */
static const struct hd_guide *guide_of_code(void)
{
	uint32_t state = atomic_load_explicit(&hd_rt.wire->guide_state, memory_order_acquire);

	return state == HD_GUIDE_THERE ? &hd_rt.wire->guide : NULL;
}

static uint16_t place_at(uint32_t site, unsigned what)
{
	const struct hd_wire *w = hd_rt.wire;

	if (!site || site >= HD_MAX_SITES || w->sites[site].module != w->guide.module)
		return HD_GUIDE_NOWHERE;
	return hd_guide_place_at(&w->guide, w->sites[site].offset, what);
}

static uint64_t name_of(uint32_t site)
{
	const struct hd_wire *w = hd_rt.wire;
	uint64_t name = 0;

	if (site >= HD_MAX_SITES || w->sites[site].module >= HD_MAX_MODULES)
		return 0;
	for (const char *path = w->modules[w->sites[site].module].path; *path; path++)
		name = hd_mix64(name ^ (unsigned char)*path);
	return hd_mix64(name ^ w->sites[site].offset);
}

static struct hd_run_info run_info(void)
{
	struct hd_wire_worker *w = hd_rt.slot;
	bool follows = hd_run_strategy()->follows;

	return (struct hd_run_info){.plan = &hd_rt.run.plan,
				    .rng = &hd_rt.run.rng,
				    .script = follows ? w->replay : NULL,
				    .nscript = follows ? w->nreplay : 0,
				    .attempt = run.attempt,
				    .frontier = frontier_of_all(),
				    .taught = hd_run_taught(),
				    .points = hd_sites_shared(),
				    .steps = hd_rt.run.steps,
				    .threads = hd_rt.run.nthreads,
				    .ops = hd_ready.ops,
				    .outcome = w->failure.outcome,
				    .guide = guide_of_code(),
				    .place_at = place_at,
				    .name_of = name_of,
				    .is_point = hd_site_is_point};
}

static unsigned worker_index(void)
{
	return (unsigned)(hd_rt.slot - hd_rt.wire->workers);
}

static void *state_of_strategy(unsigned strategy)
{
	return hd_rt.slot->strategy_state + hd_strategy_state_offset(strategy);
}

enum hd_claim hd_run_claim(const struct hd_plan *plan)
{
	const struct hd_strategy_ops *strategy = hd_strategies[plan->strategy];
	const struct hd_run_info info = {.plan = plan,
					 .frontier = frontier_of_all(),
					 .worker = worker_index(),
					 .points = hd_sites_shared(),
					 .guide = guide_of_code(),
					 .guide_comes =
					     atomic_load(&hd_rt.wire->guide_state) == HD_GUIDE_COMES,
					 .place_at = place_at,
					 .name_of = name_of,
					 .is_point = hd_site_is_point};

	return strategy->claim ? strategy->claim(state_of_strategy(plan->strategy), &info) : HD_CLAIM_RUN;
}

bool hd_run_park(unsigned strategy)
{
	const struct hd_strategy_ops *ops = hd_strategies[strategy];

	return !ops->park || ops->park(state_of_strategy(strategy), frontier_of_all(), worker_index());
}

/* `auto`: strategies of later runs know what they need from this one, because no run has taught it yet. A
 * systematic search has runs that do not begin at main. */
static bool is_lesson(uint64_t points)
{
	return hd_rt.wire->options.strategy < 0 && !hd_rt.wire->replaying && !hd_run_strategy()->systematic &&
	       !hd_taught_is_current(hd_run_taught(), points);
}

bool hd_run_begin(uint64_t number, const struct hd_plan *plan)
{
	struct hd_run_info info;

	memset(&hd_rt.run, 0, sizeof hd_rt.run);
	hd_rt.run.epoch = hd_rt.run.share_epoch = hd_rt.run.share_since = ++hd_rt.slot->epoch;
	hd_not_quiet();
	hd_rng_seed(&hd_rt.run.rng, plan->seed);
	hd_rt.run.plan = *plan;
	run.attempt = hd_hooks.run_aims(number, &hd_rt.run.plan);
	plan = &hd_rt.run.plan;
	hd_rt.slot->failure.outcome = HD_OUT_NONE;
	hd_rt.slot->failure.run = number;
	hd_rt.slot->failure.kept = 0;
	hd_rt.slot->failure.plan = *plan;
	hd_rt.slot->plan = *plan;
	atomic_store_explicit(&hd_rt.slot->live_steps, 0, memory_order_relaxed);
	atomic_store_explicit(&hd_rt.slot->live_accesses, 0, memory_order_relaxed);
	atomic_store_explicit(&hd_rt.slot->current_run, number, memory_order_relaxed);
	hd_avoid_run_begin(run.attempt);
	hd_run_set_strategy(plan->strategy);
	info = run_info();
	if (!hd_run_strategy()->begin(hd_run_strategy_state(), &info))
		return false;
	if (is_lesson(info.points)) {
		hd_rt.run.teaches = true;
		hd_taught_begin(hd_run_taught(), info.points);
	}
	hd_backtrack_run_begins();
	hd_start_point_run_begins();
	return true;
}

void hd_run_has_used_memory(void)
{
	run.used_memory = true;
}

static void start_at_main(void)
{
	if (run.used_memory) {
		hd_snapshot_restore();
		hd_pool_reset();
		run.used_memory = false;
	}
	hd_heap_reset((enum hd_heap_mode)hd_rt.run.plan.heap);
	hd_run_memory_begin();
	hd_record_run_begin();
	hd_sched_run_begin();
	hd_hooks.run_begins();
	hd_threads_run_begin(main_entry);
	hd_hooks.run_begun();
	hd_run_born(0, HD_NO_TID);
	hd_start_point_not_used();
}

/* True: the run goes on from a backtracking point. */
static bool start_at_point(void)
{
	struct hd_backpoint *p = hd_backtrack_start();

	if (!p)
		return false;
	if (!hd_point_image_put_back(p)) {
		hd_backtrack_give_up();
		return false;
	}
	hd_backtrack_resumed(p);
	return true;
}

/* Accesses that were announced but not performed. The running thread has none, except where a race is about
 * to happen. */
static void record_pending(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE &&
		    (t->id != hd_rt.run.current || hd_rt.slot->failure.outcome == HD_OUT_RACE) &&
		    hd_event_flags[t->op.kind] & HD_F_ACCESS)
			hd_record_pending(t);
	}
}

/* Tell other workers how many steps are usual. When two workers write at once, one length may be lost, which
 * does no harm. */
static void note_length(void)
{
	_Atomic uint64_t *longest = &hd_rt.wire->longest_steps;

	if (hd_rt.slot->failure.outcome == HD_OUT_PASSED &&
	    hd_rt.run.steps > atomic_load_explicit(longest, memory_order_relaxed))
		atomic_store_explicit(longest, hd_rt.run.steps, memory_order_relaxed);
}

static void end_run(void)
{
	struct hd_run_info info = run_info();
	struct hd_wire_worker *w = hd_rt.slot;

	hd_backtrack_run_ends();
	hd_hooks.run_is_over();
	hd_record_written();
	if (!hd_rt.wire->replaying || hd_rt.wire->guided)
		record_pending();
	note_length();
	w->failure.steps = hd_rt.run.steps;
	w->failure.kept = hd_avoid_kept();
	w->failure.hash = w->hash = hd_rt.run.hash;
	atomic_store_explicit(&w->steps, w->steps + hd_rt.run.steps, memory_order_relaxed);
	atomic_store_explicit(&w->switches, w->switches + hd_rt.run.switches, memory_order_relaxed);
	atomic_store_explicit(&w->accesses, w->accesses + hd_rt.run.accesses, memory_order_relaxed);
	if (hd_rt.run.nthreads > w->max_threads)
		atomic_store_explicit(&w->max_threads, hd_rt.run.nthreads, memory_order_relaxed);
	if (hd_run_strategy()->end)
		hd_run_strategy()->end(hd_run_strategy_state(), &info);
	if (hd_rt.run.teaches)
		hd_taught_end(hd_run_taught(), info.outcome);
	hd_hooks.run_ended();
}

/* Let the running thread run until the run has ended. */
static void go_on(void)
{
	do {
		hd_live.active = true;
		hd_look_at_accesses();
		hd_arch_set_tls(hd_rt.run.self->fs);
		hd_run_enter(hd_rt.run.self->sp);
		hd_live.active = hd_live.looks = false;
	} while (hd_backtrack_take() || hd_start_point_take());
	hd_debug_stop(HD_DEBUG_ENDS);
	end_run();
}

void hd_run_carry_out(void)
{
	if (!start_at_point() && !hd_start_point_resume())
		start_at_main();
	hd_debug_stop(HD_DEBUG_BEGINS);
	go_on();
}
