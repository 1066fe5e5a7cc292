/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_source_run.h"

#include <string.h>

#include "runtime/aim/aim_table.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"

/* Of the run under way: its log, number plus one; 0: it has none. */
static uint32_t mine;

void hd_source_run_run_begin(void)
{
	mine = 0;
}

/* Called with the tables locked. False: there is no room. */
static bool has_log(void)
{
	struct hd_wire *w = hd_rt.wire;

	if (mine)
		return true;
	if (hd_is_full(HD_FULL_LOGS, w->nlogs) || hd_is_full(HD_FULL_LOG_STEPS, w->log_steps_used))
		return false;
	w->logs[w->nlogs] = (struct hd_wire_log){.plan = hd_rt.run.plan};
	mine = ++w->nlogs;
	return true;
}

static uint32_t outermost(const struct hd_profile_op *op)
{
	uint32_t from = op->when;

	for (unsigned i = 0; i < op->at.locks->n; i++)
		if (op->at.locks->held[i]->when < from)
			from = op->at.locks->held[i]->when;
	return from;
}

/* A run that something refers to already costs nothing more. Others are worth a log if what they show is new,
 * or if there were fewer scheduling points when it was shown before. */
bool hd_source_run_wanted(const struct hd_wire_aim *x)
{
	if (!x->sources[0].log || x->shared_sites < hd_rt.wire->shared_sites)
		return true;
	return mine && !x->sources[1].log && x->sources[0].log != mine;
}

bool hd_source_run_of(struct hd_source_ops *w, unsigned n, const struct hd_profile_op *const *ops)
{
	for (unsigned i = 0; i < n; i++) {
		w->when[i] = ops[i]->when;
		w->from[i] = outermost(ops[i]);
		if (ops[i]->when >= HD_LOG_LONGEST)
			return false;
	}
	return true;
}

bool hd_source_run_fits(const struct hd_source_ops *w, unsigned n, uint32_t nsteps)
{
	for (unsigned i = 0; i < n; i++)
		if (w->when[i] >= nsteps || w->from[i] > w->when[i])
			return false;
	return true;
}

void hd_source_run_plan(struct hd_plan *plan, const struct hd_plan *other)
{
	plan->seed = other->seed;
	plan->heap = other->heap;
	plan->timeouts = other->timeouts;
	plan->spurious = other->spurious;
}

void hd_source_run_add(struct hd_wire_aim *x, const struct hd_profile_op *const *ops)
{
	struct hd_wire_source_run *to;

	if (!hd_source_run_wanted(x) || !has_log())
		return;
	if (x->shared_sites < hd_rt.wire->shared_sites) { /* what is there is of little use */
		x->shared_sites = hd_rt.wire->shared_sites;
		x->sources[0].log = x->sources[1].log = 0;
	}
	to = &x->sources[x->sources[0].log ? 1 : 0];
	if (hd_source_run_of(&to->at, x->aim.root.n, ops))
		to->log = mine;
	hd_aims_are_anew();
}

void hd_source_run_run_end(void)
{
	struct hd_wire *w = hd_rt.wire;
	uint64_t n = hd_rt.slot->nschedule;
	struct hd_wire_log *log;
	uint32_t start;

	if (!mine)
		return;
	log = &w->logs[mine - 1];
	n = n < HD_LOG_LONGEST ? n : HD_LOG_LONGEST;
	start = atomic_fetch_add(&w->log_steps_used, (uint32_t)n);
	if (n && hd_is_full(HD_FULL_LOG_STEPS, start + n - 1))
		return;
	memcpy(&w->log_steps[start], hd_rt.slot->schedule, n * sizeof *w->log_steps);
	log->start = start;
	atomic_store(&log->n, (uint32_t)n);
}

void hd_source_run_recall(const struct hd_wire_aim *x, struct hd_attempt *a, struct hd_plan *plan)
{
	const struct hd_wire_source_run *from = &x->sources[a->number & 1 && x->sources[1].log ? 1 : 0];
	const struct hd_wire_log *log;
	uint32_t n;

	a->steps = NULL;
	if (!from->log || from->log > HD_MAX_LOGS)
		return;
	log = &hd_rt.wire->logs[from->log - 1];
	n = atomic_load(&log->n);
	if (!hd_source_run_fits(&from->at, a->aim.root.n, n))
		return; /* the run has not ended yet, or there was no room for it */
	a->steps = &hd_rt.wire->log_steps[log->start];
	a->nsteps = n;
	a->source = from->at;
	hd_source_run_plan(plan, &log->plan);
}
