/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_holds.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "wire/wire_check.h"

#define OTHER_ROUNDS 3	  /* in which the others run while one thread is held               */
#define MORE_THREADS 4	  /* … that may be created only then                                */
#define ALONE_MOST   8	  /* threads that are tried as the only one that goes on            */
#define HELD_MOST    2000 /* events of a run in which they go too far                          */
#define LAST_STEPS   12	  /* of each thread, which may have come too early                  */

/* In the run that passed: the first operation of another thread that conflicts with the held one and came
 * before it; n: there is none. */
static size_t first_conflict(const struct hd_wire_event *events, size_t n, const struct hd_wire_event *held,
			     size_t from)
{
	for (size_t i = from; i < n && events[i].tid != held->tid; i++)
		if (hd_ops_conflict(&events[i].op, &held->op))
			return i;
	return n;
}

/* How many steps the thread of event i has made before it. */
static uint32_t steps_before(const struct hd_wire_event *events, size_t i)
{
	uint32_t done = 0;

	for (size_t k = 0; k < i; k++)
		done += events[k].tid == events[i].tid;
	return done;
}

/* The event of the failing run that is event i of another run: the same step of the same thread. x->n: the
 * failing run did not get there. */
static size_t same_in_failing_run(const struct hd_explainer *x, const struct hd_wire_event *events, size_t i)
{
	uint32_t done = steps_before(events, i);

	for (size_t k = 0; k < x->n; k++)
		if (x->events[k].tid == events[i].tid && x->done[k] == done)
			return k;
	return x->n;
}

static bool decisive_place(const struct hd_wire *wire, uint32_t number, struct hd_decisive_place *out)
{
	const struct hd_wire_site *site = &wire->sites[number];

	if (number == HD_NO_SITE || !hd_wire_has_site(wire, number))
		return false;
	memcpy(out->module, wire->modules[site->module].path, sizeof out->module);
	out->module[sizeof out->module - 1] = '\0';
	out->offset = site->offset;
	return true;
}

/* How often the thread of event i was at the same place before. */
static uint32_t times_before(const struct hd_wire_event *events, size_t i)
{
	uint32_t n = 0;

	for (size_t k = 0; k < i; k++)
		n += events[k].tid == events[i].tid && events[k].op.site == events[i].op.site &&
		     events[k].op.kind == events[i].op.kind;
	return n;
}

/* The thread of event i of the other run makes other steps there than in the failing run: in that it has gone
 * another way before it could come to that event. */
static bool strays(const struct hd_explainer *x, const struct hd_wire_event *events, size_t i)
{
	size_t k = 0;

	for (size_t o = 0; o < x->n; o++) {
		if (x->events[o].tid != events[i].tid)
			continue;
		while (k < i && events[k].tid != events[i].tid)
			k++;
		if (k == i || events[k].op.site != x->events[o].op.site ||
		    events[k].op.kind != x->events[o].op.kind)
			return true;
		k++;
	}
	return false;
}

/* The sites of the other run mean nothing in a report of the failing one: keep what they stand for. */
static void add_later(struct hd_explainer *x, size_t a, const struct hd_wire_event *events, size_t i)
{
	const struct hd_wire *wire = x->trials.rerun.workers.wire;
	const struct hd_wire_event *later = &events[i];
	struct hd_decisive d = {.first = x->events[a].step,
				.ahead = true,
				.later = *later,
				.later_done = steps_before(events, i),
				.later_nth = times_before(events, i),
				.strays = strays(x, events, i),
				.held = true,
				.hold = x->events[a].step};

	if (!decisive_place(wire, later->op.site, &d.at))
		return;
	while (d.ncallers < HD_CALLERS &&
	       decisive_place(wire, later->callers[d.ncallers], &d.callers[d.ncallers]))
		d.ncallers++;
	hd_add_decisive(x, d);
}

/* The program passes when the signal of event a is sent later: where it was handled. */
static void add_interrupted(struct hd_explainer *x, size_t a)
{
	for (size_t i = a + 1; i < x->n; i++)
		if (x->events[i].op.kind == HD_HANDLE) {
			hd_add_decisive(x, (struct hd_decisive){.interrupts = true,
								.first = x->events[a].step,
								.second = x->events[i].step});
			return;
		}
}

static bool handles_after(const struct hd_wire_event *events, size_t n, hd_tid tid, size_t from)
{
	for (size_t i = from; i < n; i++)
		if (events[i].tid == tid && events[i].op.kind == HD_HANDLE)
			return true;
	return false;
}

/* The program passes when the thread of event a waits there, and then it handles a signal that came after
 * its end in the failing run: what sent it. */
static void add_missed_signal(struct hd_explainer *x, size_t a, const struct hd_wire_event *events, size_t n)
{
	hd_tid tid = x->events[a].tid;

	if (handles_after(x->events, x->n, tid, a) || !handles_after(events, n, tid, a))
		return;
	for (size_t i = a + 1; i < x->n; i++) {
		if (x->events[i].tid == tid)
			return; /* not the last step of the thread */
		if (x->events[i].op.kind == HD_KILL) {
			hd_add_decisive(
			    x, (struct hd_decisive){.first = x->events[a].step, .second = x->events[i].step});
			return;
		}
	}
}

static unsigned last_thread(const struct hd_explainer *x)
{
	unsigned most = 0;

	for (size_t i = 0; i < x->n; i++)
		most = x->events[i].tid > most ? x->events[i].tid : most;
	return most;
}

/* All other threads run as far as they come, and then as far as that has made possible. */
static void prescribe_others(struct hd_explainer *x, hd_tid held)
{
	unsigned most = last_thread(x);

	for (unsigned round = 0; round < OTHER_ROUNDS; round++)
		for (unsigned t = 0; t <= most + MORE_THREADS && t < HD_MAX_THREADS; t++)
			if (t != held)
				hd_outline_add(&x->try, (hd_tid)t, UINT32_MAX);
}

/* Events up to `end` of another run, which is as recorded before event `hold`. */
static void prescribe_run(struct hd_explainer *x, const struct hd_wire_event *events, size_t hold, size_t end)
{
	hd_outline_with_hold(x, hold, hold);
	for (size_t i = hold; i <= end; i++)
		if (i == end || events[i + 1].tid != events[i].tid)
			hd_outline_add(&x->try, events[i].tid, steps_before(events, i) + 1);
}

/* The others may have gone too far while the thread of event a waited at `hold`. What if it had waited only
 * until the first of them that conflicts with it, event `later` of that run? */
static void hold_until(struct hd_explainer *x, size_t a, size_t hold, const struct hd_wire_event *events,
		       size_t later)
{
	prescribe_run(x, events, hold, later);
	hd_outline_add(&x->try, x->events[a].tid, x->done[a] + 1);
	if (hd_explainer_passes(x))
		add_later(x, a, events, later);
}

/* Another thread fails in the same way as soon as the held one lets it go first. What if each of the others
 * had gone on alone, as far as it comes? The first of them that conflicts with event a is what the run waited
 * for.
 */
static void hold_for_one_other(struct hd_explainer *x, size_t a, size_t hold)
{
	for (unsigned t = 0; t < ALONE_MOST && t <= last_thread(x) && !x->trials.over; t++) {
		struct hd_wire_event *events = NULL;
		size_t n = 0, later;
		bool passes;

		if (t == x->events[a].tid)
			continue;
		hd_outline_with_hold(x, hold, hold);
		hd_outline_add(&x->try, (hd_tid)t, UINT32_MAX);
		hd_outline_add(&x->try, x->events[a].tid, UINT32_MAX);
		passes = hd_explainer_passes(x);
		if (!passes || !hd_explainer_trace(x, &events, &n))
			continue;
		later = first_conflict(events, n, &x->events[a], hold);
		if (later < n && same_in_failing_run(x, events, later) == x->n)
			add_later(x, a, events, later);
		free(events);
	}
}

/* What if the thread of event a had waited there until the others can do no more? */
static void hold_last(struct hd_explainer *x, size_t a)
{
	size_t hold = hd_outermost_lock(x, a), n = 0, later;
	struct hd_wire_event *events = NULL;
	uint64_t alike = x->alike;
	bool passes;

	hd_outline_with_hold(x, hold, hold);
	prescribe_others(x, x->events[a].tid);
	passes = hd_explainer_passes(x);
	if ((!passes && x->trials.over) || !hd_explainer_trace(x, &events, &n))
		return;
	if (passes && x->events[a].op.kind == HD_KILL)
		add_interrupted(x, a);
	if (passes)
		add_missed_signal(x, a, events, n);
	later = first_conflict(events, n, &x->events[a], hold);
	if (later < n && same_in_failing_run(x, events, later) == x->n) {
		if (passes)
			add_later(x, a, events, later);
		else if (n < HELD_MOST)
			hold_until(x, a, hold, events, later);
	} else if (later == n && x->alike > alike && n < HELD_MOST) {
		hold_for_one_other(x, a, hold);
	}
	free(events);
}

void hd_hold_last_steps(struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e))
{
	uint32_t *seen = hd_new(HD_MAX_THREADS, sizeof(*seen));

	for (size_t i = x->n; i-- > 0 && !x->trials.over;)
		if (wanted(&x->events[i]) && seen[x->events[i].tid]++ < LAST_STEPS)
			hold_last(x, i);
	free(seen);
}
