/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_values.h"

#define OTHER_VALUES   3 /* that are tried instead of one that was chosen */
#define VALUES_MOST    8 /* choices of which others are tried */
#define HANDLED_WITHIN 2 /* events of a thread after it has chosen when to handle a signal */

/* The thread that the signal of event i woke: the first of those that waited to go on. x->n: none did. */
static size_t woken_by(const struct hd_explainer *x, size_t i)
{
	for (size_t k = i + 1; k < x->n; k++) {
		const struct hd_wire_event *e = &x->events[k];
		size_t wait = k;

		if (e->op.kind != HD_RELOCK || e->note)
			continue;
		while (wait-- > 0 && x->events[wait].tid != e->tid)
			;
		if (wait < i && x->events[wait].op.kind == HD_COND_WAIT &&
		    x->events[wait].op.addr == x->events[i].op.addr)
			return k;
	}
	return x->n;
}

/* The program passes with another value instead of this one, which is drawn after event i. */
static bool passes_with_other(struct hd_explainer *x, size_t value, size_t i)
{
	struct hd_outline *o = &x->try;
	uint32_t chosen = o->values[value].site;
	bool passes = false;

	for (uint32_t other = 0; other < OTHER_VALUES && !passes; other++) {
		if (other == chosen)
			continue;
		hd_outline_up_to(x, i);
		o->values[value].site = other;
		passes = hd_explainer_passes(x);
	}
	o->values[value].site = chosen;
	return passes;
}

/* What if the thread had chosen another waiter there? */
static void wake_another(struct hd_explainer *x, size_t value, size_t i)
{
	size_t woken = woken_by(x, i);

	if (woken < x->n && passes_with_other(x, value, i))
		hd_add_decisive(x, (struct hd_decisive){.choice = true,
							.first = x->events[i].step,
							.second = x->events[woken].step});
}

/* The event with which the thread of the value goes on to handle a signal; x->n: it handles none. */
static size_t handled_next(const struct hd_explainer *x, hd_tid tid, size_t i)
{
	unsigned seen = 0;

	for (size_t k = i + 1; k < x->n && seen < HANDLED_WITHIN; k++) {
		if (x->events[k].tid != tid)
			continue;
		if (x->events[k].op.kind == HD_HANDLE)
			return k;
		seen++;
	}
	return x->n;
}

static bool sends_signal(const struct hd_wire_event *e)
{
	return e->op.kind == HD_KILL || e->op.kind == HD_TIMER;
}

/* What if the thread had handled the signal at another moment? */
static void handle_otherwise(struct hd_explainer *x, size_t value, size_t i)
{
	size_t handled = handled_next(x, x->try.values[value].tid, i), sent = handled;

	if (handled == x->n)
		return;
	while (sent > 0 && !sends_signal(&x->events[sent]))
		sent--;
	if (sends_signal(&x->events[sent]) && passes_with_other(x, value, i))
		hd_add_decisive(x, (struct hd_decisive){.interrupts = true,
							.first = x->events[sent].step,
							.second = x->events[handled].step});
}

/* Event i is the last one before the value was drawn. */
static void change_value(struct hd_explainer *x, size_t value, size_t i)
{
	if (x->events[i].op.kind == HD_SIGNAL)
		wake_another(x, value, i);
	else
		handle_otherwise(x, value, i);
}

/* Calls `change` for each of the first choices with the event before it. False: there are more. */
static bool for_each_value(struct hd_explainer *x, const struct hd_schedule *s,
			   void (*change)(struct hd_explainer *x, size_t value, size_t i))
{
	size_t value = 0, events = 0;

	for (size_t i = 0; i < s->nsteps && !x->trials.over; i++) {
		if (s->steps[i].note)
			events += s->steps[i].kind != HD_VALUE && !(s->steps[i].note & HD_NOTE_PENDING);
		else if (s->steps[i].kind != HD_VALUE)
			events++;
		else if (value == VALUES_MOST)
			return false;
		else if (events <= x->n)
			change(x, value++, events ? events - 1 : 0);
	}
	return true;
}

static void try_others(struct hd_explainer *x, size_t value, size_t i)
{
	passes_with_other(x, value, i);
}

void hd_change_values(struct hd_explainer *x, const struct hd_schedule *s)
{
	for_each_value(x, s, change_value);
}

bool hd_try_other_values(struct hd_explainer *x, const struct hd_schedule *s)
{
	return for_each_value(x, s, try_others);
}

void hd_forbid_spurious(struct hd_explainer *x)
{
	struct hd_plan *plan = hd_trials_plan(&x->trials);
	size_t last = x->n;

	for (size_t i = 0; i < x->n; i++)
		if (x->events[i].note & HD_NOTE_SPURIOUS)
			last = i;
	if (last == x->n)
		return;
	hd_outline_up_to(x, x->n - 1);
	plan->spurious = 0;
	if (hd_explainer_passes(x))
		hd_add_decisive(x, (struct hd_decisive){.spurious = true,
							.first = x->events[last].step,
							.second = x->events[last].step});
	plan->spurious = 1;
}
