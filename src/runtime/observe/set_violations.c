/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/set_violations.h"

#include "analysis/sets/conflict.h"
#include "analysis/sets/potential.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/common/rt.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/observe/finding_set.h"
#include "runtime/common/stack_ids.h"
#include "runtime/observe/unit_log.h"
#include "strategy/strategy.h"

static struct hd_arena arena;
static struct hd_conflict *conflict;
static struct hd_potential *potential;
static bool looks, predicts, logs;

#define SAME 4 /* predictions of one pattern, by the same functions on the same kind of set */

void hd_set_violations_init(void)
{
	if (!(hd_rt.wire->checks & HD_CHECK_ATOMIC_SETS))
		return;
	logs = hd_unit_log_init();
	arena = hd_analysis_memory();
	conflict = hd_own_alloc(sizeof *conflict);
	conflict->arena = &arena;
	conflict->threads = hd_own_alloc(sizeof(struct hd_conflict_open *) * HD_MAX_THREADS);
	conflict->thread_run = hd_own_alloc(sizeof *conflict->thread_run * HD_MAX_THREADS);
	conflict->cycle = hd_finding_conflict;
	conflict->match = hd_finding_pattern;
	potential = hd_own_alloc(sizeof *potential);
	potential->arena = &arena;
	potential->threads = hd_own_alloc(sizeof *potential->threads * HD_MAX_THREADS);
	potential->most = SAME;
	potential->found = hd_aim_violation;
}

void hd_set_violations_order(struct hd_order *order)
{
	if (potential)
		potential->order = order;
}

/* Predictions cost time. They are made only in runs without an aim, and only for strategies that check atomic
 * sets. */
static bool are_wanted(void)
{
	int strategy = hd_rt.wire->options.strategy;

	return !hd_rt.slot->failure.aim &&
	       (strategy < 0 || hd_strategy_at(strategy)->checks & HD_CHECK_ATOMIC_SETS);
}

void hd_set_violations_run_begin(bool look)
{
	looks = look && conflict;
	predicts = looks && !logs && are_wanted();
	if (!looks)
		return;
	if (logs) {
		hd_unit_log_begin();
		return;
	}
	hd_arena_begin(&arena);
	hd_conflict_begin(conflict);
	if (predicts)
		hd_potential_begin(potential);
}

void hd_set_violations_access(const struct hd_unit_access *access)
{
	struct hd_unit_access a;

	if (looks && logs) {
		hd_unit_log_access(access);
		return;
	}
	if (!looks || (!predicts && hd_conflict_knows(conflict, access)))
		return;
	a = *access;
	a.context = hd_stack_id_of_calls(&hd_threads[a.tid]);
	a.locks = hd_stack_id_of_locks(&hd_threads[a.tid]);
	hd_conflict_see(conflict, &a);
	if (predicts)
		hd_potential_see(potential, &a);
}

void hd_set_violations_unit_end(hd_tid t, uint64_t unit)
{
	if (looks && logs)
		hd_unit_log_end(t, unit);
	else if (looks)
		hd_conflict_unit_end(conflict, t, unit);
	if (predicts)
		hd_potential_unit_end(potential, t, unit);
}

void hd_set_violations_set_gone(uint64_t set)
{
	if (looks && logs)
		hd_unit_log_gone(set);
	else if (looks)
		hd_conflict_set_gone(conflict, set);
}

static uint32_t taken_at(const struct hd_thread *t, uint64_t lock)
{
	for (unsigned i = t->nheld; i-- > 0;)
		if (t->held[i].addr == lock)
			return t->held[i].site;
	return HD_NO_SITE;
}

void hd_set_violations_locked(const struct hd_thread *t, uint64_t lock, bool shared)
{
	if (predicts)
		hd_potential_locked(
		    potential, t->id,
		    &(struct hd_potential_lock){.lock = lock, .site = taken_at(t, lock), .shared = shared});
}

void hd_set_violations_unlocked(hd_tid t, uint64_t lock)
{
	if (predicts)
		hd_potential_unlocked(potential, t, lock);
}

void hd_set_violations_run_end(void)
{
	if (predicts)
		hd_potential_end(potential);
	hd_analysis_memory_look(&arena);
	if (looks && logs)
		hd_unit_log_write();
	looks = predicts = false;
}
