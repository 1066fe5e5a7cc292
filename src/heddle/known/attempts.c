/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/known/attempts.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/rng.h"
#include "strategy/aimed/retrace.h"
#include "wire/wire_check.h"

#define STEPS_PER_RUN 8000 /* on average: longer runs are fewer */

/* Which steps of the failing run have to come in their order. */
enum order { ALL, SWITCHES, HALF, DECISIVE };

static const struct round {
	enum order order;
	enum hd_retrace_how how;
	unsigned runs;
} rounds[] = {
    {ALL, HD_RETRACE_STRAIGHT, 1},     {SWITCHES, HD_RETRACE_STRAIGHT, 1}, {DECISIVE, HD_RETRACE_STRAIGHT, 1},
    {SWITCHES, HD_RETRACE_RANDOM, 20}, {DECISIVE, HD_RETRACE_RANDOM, 50},  {HALF, HD_RETRACE_RANDOM, 20},
};
#define ROUNDS (sizeof(rounds) / sizeof(rounds[0]))

struct attempts {
	const struct hd_translated *x;
	struct hd_trials trials;
	struct hd_step *steps; /* of the failing run, with sites of the wire */
	size_t n;
	bool *at_switch; /* by step */
	bool any_decisive;
	bool *came; /* by site: a run has come there */
	struct hd_rng rng;
};

static bool is_done_step(const struct hd_step *s)
{
	return s->kind != HD_VALUE && !(s->note & HD_NOTE_PENDING);
}

static bool is_fact(const struct hd_step *s)
{
	return s->kind == HD_VALUE && s->note & HD_NOTE_FACT;
}

/* The last step of a thread before another one goes on, and the first one after. */
static void mark_switches(struct attempts *a)
{
	size_t before = a->n;

	for (size_t i = 0; i < a->n; i++) {
		if (!is_done_step(&a->steps[i]))
			continue;
		if (before < a->n && a->steps[before].tid != a->steps[i].tid)
			a->at_switch[before] = a->at_switch[i] = true;
		before = i;
	}
}

static void take_failing_steps(struct attempts *a)
{
	const struct hd_wire_worker *slot = &a->trials.rerun.workers.wire->workers[0];

	a->n = slot->nreplay;
	a->steps = hd_new(a->n + 1, sizeof(*a->steps));
	a->at_switch = hd_new(a->n + 1, sizeof(*a->at_switch));
	memcpy(a->steps, slot->replay, a->n * sizeof(*a->steps));
	mark_switches(a);
	for (size_t i = 0; i < a->n; i++)
		a->any_decisive |= a->x->decisive[i];
}

static bool is_ordered(struct attempts *a, enum order order, size_t i)
{
	switch (order) {
	case ALL:
		return true;
	case SWITCHES:
		return a->at_switch[i];
	case HALF:
		return a->at_switch[i] && hd_rng_below(&a->rng, 2);
	default:
		return a->x->decisive[i];
	}
}

static void send_script(struct attempts *a, const struct round *round)
{
	struct hd_wire_worker *slot = &a->trials.rerun.workers.wire->workers[0];

	uint64_t n = 0;

	slot->replay[n++] = (struct hd_step){.tid = HD_NO_TID, .kind = HD_NONE, .site = round->how};
	for (size_t i = 0; i < a->n && n < HD_MAX_SCHEDULE; i++) {
		if (is_fact(&a->steps[i]))
			continue;
		slot->replay[n] = a->steps[i];
		if (is_done_step(&a->steps[i]) && !is_ordered(a, round->order, i))
			slot->replay[n].note |= HD_RETRACE_FREE;
		n++;
	}
	for (size_t i = 0; i < a->n && n < HD_MAX_SCHEDULE; i++)
		if (is_fact(&a->steps[i]))
			slot->replay[n++] = a->steps[i];
	slot->nreplay = n;
}

static void note_visits(struct attempts *a)
{
	const struct hd_step *steps;
	size_t n;

	steps = hd_trials_steps(&a->trials, &n);
	for (size_t i = 0; i < n; i++)
		if (steps[i].kind != HD_VALUE && steps[i].site < HD_MAX_SITES)
			a->came[steps[i].site] = true;
}

/* True: it is enough, or no other run is possible. */
static bool make_run(struct attempts *a, const struct round *round, hd_attempt_failed *failed, void *context,
		     struct hd_attempt_result *result)
{
	enum hd_outcome outcome;

	send_script(a, round);
	hd_trials_plan(&a->trials)->seed = hd_rng_next(&a->rng);
	if (!hd_trials_go(&a->trials)) {
		result->cut = true;
		return true;
	}
	note_visits(a);
	outcome = a->trials.failure->outcome;
	if (outcome >= HD_OUTCOME_COUNT || !hd_outcome_is_failure[outcome])
		return false;
	result->enough = failed(context, &a->trials);
	return result->enough;
}

static void make_runs(struct attempts *a, hd_attempt_failed *failed, void *context,
		      struct hd_attempt_result *result)
{
	for (size_t i = 0; i < ROUNDS; i++) {
		if (rounds[i].order == DECISIVE && !a->any_decisive)
			continue;
		for (unsigned k = 0; k < rounds[i].runs; k++)
			if (make_run(a, &rounds[i], failed, context, result))
				return;
	}
}

static void add_avoided(struct hd_attempt_result *r, const char *text)
{
	for (size_t i = 0; i < r->navoided; i++)
		if (!strcmp(r->avoided[i], text))
			return;
	r->avoided = hd_grow(r->avoided, &r->avoided_cap, r->navoided + 1, sizeof(*r->avoided));
	r->avoided[r->navoided++] = hd_strdup(text);
}

/* A step at a line that was changed may be another kind of operation now: it is the place that counts. */
static void look_for_avoided(const struct attempts *a, struct hd_attempt_result *r)
{
	const struct hd_schedule *s = a->x->schedule;

	for (size_t i = 0; i < a->n; i++) {
		const struct hd_schedule_op *op;

		if (!is_done_step(&a->steps[i]) || !a->x->needed[i] || a->came[a->steps[i].site])
			continue;
		op = &s->ops[s->steps[i].site];
		if (op->known)
			add_avoided(r, op->text ? op->text : "code without debug information");
	}
}

void hd_attempt(const struct hd_translated *x, const struct hd_target *target,
		const struct hd_attempt_options *o, hd_attempt_failed *failed, void *context,
		struct hd_attempt_result *result)
{
	struct attempts a = {.x = x};
	struct hd_trials_options options = {
	    .reset = o->reset, .timeout = o->timeout, .deadline = o->deadline};

	*result = (struct hd_attempt_result){0};
	for (size_t i = 0; i < ROUNDS; i++)
		options.runs += rounds[i].runs;
	options.steps = options.runs * STEPS_PER_RUN;
	hd_rng_seed(&a.rng, o->seed);
	if (!hd_trials_init(&a.trials, target, x->schedule, &options))
		return;
	a.trials.rerun.workers.wire->guided = HD_GUIDED_RETRACE;
	a.came = hd_new(HD_MAX_SITES, sizeof(*a.came));
	take_failing_steps(&a);
	make_runs(&a, failed, context, result);
	look_for_avoided(&a, result);
	result->possible = a.trials.runs > 0;
	result->runs = a.trials.runs;
	hd_trials_term(&a.trials);
	free(a.came);
	free(a.steps);
	free(a.at_switch);
}

void hd_attempt_result_free(struct hd_attempt_result *r)
{
	for (size_t i = 0; i < r->navoided; i++)
		free(r->avoided[i]);
	free(r->avoided);
	*r = (struct hd_attempt_result){0};
}
