/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/trials.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/supervisor/worker_events.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/schedule_record.h"
#include "strategy/guide.h"
#include "strategy/strategy.h"

#define GRACE	    1.0
#define STEPS_MORE  10000 /* than the schedule has: a run that makes more does not end */
#define STEPS_TIMES 4	  /* … or than that many times the schedule */

static bool is_from_outside(const struct hd_schedule *s, const struct hd_step *step)
{
	return step->kind == HD_SPIN ||
	       ((step->kind == HD_FORK || step->kind == HD_WAIT_CHILD) && !s->controls_children) ||
	       (step->kind == HD_VALUE && step->note & ~HD_NOTE_FACT);
}

bool hd_outside_takes_part(const struct hd_schedule *s)
{
	for (size_t i = 0; i < s->nsteps; i++)
		if (is_from_outside(s, &s->steps[i]))
			return true;
	return false;
}

bool hd_trials_possible(const struct hd_schedule *s)
{
	return !hd_is_surrounded(&s->around) && s->outcome != HD_OUT_HANG && s->outcome != HD_OUT_RACE &&
	       s->outcome != HD_OUT_CLIENT && s->outcome != HD_OUT_PASSED;
}

bool hd_trials_init(struct hd_trials *t, const struct hd_target *target, const struct hd_schedule *s,
		    const struct hd_trials_options *o)
{
	const struct hd_rerun_options options = {.times = 1,
						 .reset = o->reset,
						 .output = HD_OUTPUT_NONE,
						 .timeout = o->timeout,
						 .orders = o->orders};
	struct hd_wire *wire;

	*t = (struct hd_trials){
	    .runs_most = o->runs, .steps_most = o->steps, .deadline = o->deadline, .repeats = o->repeats};
	if (hd_rerun_init(&t->rerun, target, s, &options))
		return false;
	wire = t->rerun.workers.wire;
	wire->guided = HD_GUIDED_OUTLINE;
	wire->log_hashes = 0;
	wire->run_limit = UINT64_MAX;
	wire->max_steps = STEPS_TIMES * s->nsteps + STEPS_MORE;
	t->failure = hd_new(1, sizeof(*t->failure));
	return true;
}

void hd_trials_term(struct hd_trials *t)
{
	if (t->started)
		hd_workers_stop(&t->rerun.workers, GRACE);
	hd_rerun_term(&t->rerun);
	free(t->failure);
}

struct hd_plan *hd_trials_plan(struct hd_trials *t)
{
	return &t->rerun.workers.wire->workers[0].plan;
}

const struct hd_step *hd_trials_steps(const struct hd_trials *t, size_t *n)
{
	const struct hd_wire_worker *slot = &t->rerun.workers.wire->workers[0];
	uint64_t count = slot->nschedule;

	*n = count < HD_MAX_SCHEDULE ? count : HD_MAX_SCHEDULE;
	return slot->schedule;
}

static void send_outline(struct hd_wire_worker *slot, const struct hd_outline *o)
{
	uint64_t n = 0;

	if (o->limit)
		slot->replay[n++] = (struct hd_step){.tid = HD_NO_TID, .kind = HD_NONE, .site = o->limit};
	for (size_t i = 0; i < o->n && n < HD_MAX_SCHEDULE; i++)
		slot->replay[n++] =
		    (struct hd_step){.tid = o->blocks[i].tid, .kind = HD_NONE, .site = o->blocks[i].target};
	for (size_t i = 0; i < o->nvalues && n < HD_MAX_SCHEDULE; i++)
		slot->replay[n++] = o->values[i];
	slot->nreplay = n;
}

/* How the run ended. */
static void take_result(struct hd_trials *t)
{
	struct hd_wire *wire = t->rerun.workers.wire;
	const struct hd_wire_worker *slot = &wire->workers[0];
	const struct hd_step *steps;
	size_t n;

	if (slot->failure.outcome < HD_OUTCOME_COUNT && hd_outcome_is_failure[slot->failure.outcome])
		hd_record_failure(wire, 0, t->failure);
	else
		t->failure->outcome = slot->failure.outcome;
	steps = hd_trials_steps(t, &n);
	t->size = hd_run_size_of(steps, n);
	t->size.preemptions =
	    hd_guide_preemptions(slot->strategy_state + hd_strategy_state_offset(HD_STRATEGY_guide));
	t->runs++;
	t->steps += t->size.steps;
}

static bool await_end(struct hd_trials *t)
{
	struct hd_workers_event e = {0};

	do {
		hd_workers_next(&t->rerun.workers, t->deadline, &e);
	} while (e.what == HD_WORKERS_HASH || e.what == HD_WORKERS_UNSTABLE ||
		 (e.what == HD_WORKERS_TICK && hd_now() < t->deadline));
	return e.what == HD_WORKERS_FAILURE;
}

static bool are_over(struct hd_trials *t)
{
	t->over |= t->runs >= t->runs_most || t->steps >= t->steps_most ||
		   t->rerun.workers.target->signals->interrupts || hd_now() >= t->deadline;
	return t->over;
}

bool hd_trials_go(struct hd_trials *t)
{
	struct hd_workers *workers = &t->rerun.workers;

	if (are_over(t))
		return false;
	if (t->started)
		hd_workers_resume(workers, 0);
	else
		hd_workers_start(workers);
	t->started = true;
	if (!await_end(t)) {
		t->over = true;
		return false;
	}
	take_result(t);
	return true;
}

bool hd_trials_run(struct hd_trials *t, const struct hd_outline *o)
{
	if (are_over(t))
		return false;
	send_outline(&t->rerun.workers.wire->workers[0], o);
	return hd_trials_go(t);
}
