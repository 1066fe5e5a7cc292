/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explainer.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/shrink/failure_key.h"
#include "wire/wire_check.h"

#define EVENTS_MOST 400000 /* of a run that is explained */
#define KEPT_MOST   2000   /* … that is kept */
#define LOOK_BACK   2000   /* events in which locks that are held are looked for */

static bool fails_alike(struct hd_explainer *x)
{
	const struct hd_wire_failure *f = x->trials.failure;

	return f->outcome < HD_OUTCOME_COUNT && hd_outcome_is_failure[f->outcome] &&
	       hd_failure_key(x->trials.rerun.workers.wire, f) == x->key;
}

bool hd_explainer_trace(const struct hd_explainer *x, struct hd_wire_event **events, size_t *n)
{
	const struct hd_wire_worker *slot = &x->trials.rerun.workers.wire->workers[0];
	uint64_t total = slot->ntrace;

	if (total > EVENTS_MOST)
		return false;
	*events = hd_new(total, sizeof(**events));
	*n = total;
	memcpy(*events, slot->trace, total * sizeof(**events));
	for (size_t i = 0; i < total; i++)
		if (!hd_wire_check_event(&(*events)[i])) {
			free(*events);
			*events = NULL;
			return false;
		}
	return true;
}

static void count_steps(struct hd_explainer *x)
{
	uint32_t *made = hd_new(HD_MAX_THREADS, sizeof(*made));

	x->done = hd_new(x->n, sizeof(*x->done));
	for (size_t i = 0; i < x->n; i++)
		x->done[i] = made[x->events[i].tid]++;
	free(made);
}

static void prescribe(struct hd_explainer *x, size_t i)
{
	const struct hd_wire_event *e = &x->events[i];
	struct hd_outline *o = &x->try;

	if (o->n && o->blocks[o->n - 1].tid == e->tid)
		o->blocks[o->n - 1].target = x->done[i] + 1;
	else
		hd_outline_add(o, e->tid, x->done[i] + 1);
}

void hd_outline_with_hold(struct hd_explainer *x, size_t hold, size_t end)
{
	x->try.n = 0; /* the values that the runs draw are those of the recorded run */
	for (size_t i = 0; i <= end && i < x->n; i++)
		if (i < hold || x->events[i].tid != x->events[hold].tid)
			prescribe(x, i);
}

size_t hd_outermost_lock(const struct hd_explainer *x, size_t i)
{
	hd_tid tid = x->events[i].tid;
	size_t first = i;

	for (size_t k = i; k-- > 0 && i - k < LOOK_BACK;) {
		const struct hd_op *op = &x->events[k].op;
		bool held = x->events[k].tid == tid &&
			    (op->kind == HD_LOCK || op->kind == HD_RELOCK || op->kind == HD_WRLOCK ||
			     op->kind == HD_RDLOCK || op->kind == HD_SPINLOCK);

		for (size_t u = k + 1; held && u < i; u++)
			if (x->events[u].tid == tid && x->events[u].op.addr == op->addr &&
			    (x->events[u].op.kind == HD_UNLOCK || x->events[u].op.kind == HD_COND_WAIT))
				held = false;
		if (held)
			first = k;
	}
	return first;
}

void hd_outline_up_to(struct hd_explainer *x, size_t end)
{
	x->try.n = 0;
	for (size_t i = 0; i <= end && i < x->n; i++)
		prescribe(x, i);
}

/* It has passed once. */
static bool passes_each_time(struct hd_explainer *x)
{
	for (unsigned i = 1; i < x->trials.repeats; i++)
		if (!hd_trials_run(&x->trials, &x->try) || x->trials.failure->outcome != HD_OUT_PASSED)
			return false;
	return true;
}

/* The last run, if there is room. */
static void keep_run(struct hd_explainer *x, bool passed)
{
	struct hd_kept_runs *k = passed ? &x->passing : &x->failing;
	unsigned most = x->sampling ? HD_DECISIVE_RUNS : HD_DECISIVE_RUNS / 2;
	struct hd_kept_run run;

	if (k->n >= most || x->n > KEPT_MOST || !hd_explainer_trace(x, &run.events, &run.n))
		return;
	k->list[k->n++] = run;
}

static void forget(struct hd_kept_runs *k)
{
	while (k->n)
		free(k->list[--k->n].events);
}

static void forget_runs(struct hd_explainer *x)
{
	forget(&x->passing);
	forget(&x->failing);
}

bool hd_explainer_passes(struct hd_explainer *x)
{
	if (!hd_trials_run(&x->trials, &x->try))
		return false;
	if (x->trials.failure->outcome == HD_OUT_PASSED) {
		x->passed++;
		keep_run(x, true);
		return passes_each_time(x);
	}
	if (fails_alike(x)) {
		x->alike++;
		keep_run(x, false);
	} else {
		x->other++;
	}
	return false;
}

void hd_add_decisive(struct hd_explainer *x, struct hd_decisive d)
{
	struct hd_decisive_list *l = x->found;

	l->list = hd_grow(l->list, &l->cap, l->n + 1, sizeof(*l->list));
	l->list[l->n++] = d;
}

static bool is_carried_out_step(const struct hd_step *s)
{
	return s->kind != HD_VALUE && !(s->note & HD_NOTE_PENDING) && s->tid < HD_MAX_THREADS;
}

/* The step of the schedule that is step number `done` of the thread, and in *number how many come before it;
 * NULL: there is none. `at` tells where to look, by thread. */
static const struct hd_step *step_of(const struct hd_schedule *s, const struct hd_wire_event *e, size_t *at,
				     uint64_t *numbers, uint64_t *number)
{
	size_t *i = &at[e->tid];

	while (*i < s->nsteps && !(is_carried_out_step(&s->steps[*i]) && s->steps[*i].tid == e->tid))
		++*i;
	if (*i == s->nsteps)
		return NULL;
	*number = numbers[*i];
	return &s->steps[(*i)++];
}

/* Give each event the number that it has in the report, which follows the schedule: the end of a process
 * comes at another time in experiments. What the schedule does not have is left out. False: the run is
 * another. */
static bool number_events(struct hd_explainer *x, const struct hd_schedule *s)
{
	size_t *at = hd_new(HD_MAX_THREADS, sizeof(*at)), kept = 0;
	uint64_t *numbers = hd_new(s->nsteps, sizeof(*numbers)), steps = 0;
	bool same = true;

	for (size_t i = 0; i < s->nsteps; i++) {
		numbers[i] = steps;
		steps += is_carried_out_step(&s->steps[i]);
	}
	for (size_t i = 0; i < x->n && same; i++) {
		struct hd_wire_event e = x->events[i];
		const struct hd_step *step = step_of(s, &e, at, numbers, &e.step);

		if (!step)
			continue;
		same = step->kind == e.op.kind;
		x->events[kept++] = e;
	}
	x->n = kept;
	free(at);
	free(numbers);
	return same && kept == steps;
}

/* The run as it is recorded. */
static bool fails_each_time(struct hd_explainer *x, const struct hd_schedule *s)
{
	hd_outline_of_steps(&x->try, s->steps, s->nsteps);
	for (unsigned i = 0; i < x->trials.repeats; i++)
		if (!hd_trials_run(&x->trials, &x->try) || !fails_alike(x))
			return false;
	return true;
}

bool hd_explainer_begin(struct hd_explainer *x, const struct hd_schedule *s)
{
	x->trials.rerun.workers.wire->trace = 1;
	if (!fails_each_time(x, s) || !hd_explainer_trace(x, &x->events, &x->n) || !number_events(x, s))
		return false;
	count_steps(x);
	return true;
}

/* What has failed each time before the experiments fails after them, too: else it was chance that some of
 * them passed. */
bool hd_explainer_holds(struct hd_explainer *x, const struct hd_schedule *s)
{
	if (x->trials.repeats <= 1 || !x->found->n)
		return true;
	x->trials.over = false;
	x->trials.runs_most = x->trials.runs + x->trials.repeats;
	x->trials.steps_most = UINT64_MAX;
	return fails_each_time(x, s);
}

void hd_explainer_end(struct hd_explainer *x)
{
	x->found->runs = x->trials.runs;
	forget_runs(x);
	hd_trials_term(&x->trials);
	hd_outline_term(&x->try);
	free(x->events);
	free(x->done);
}
