/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/shrink/failure_key.h"
#include "wire/wire_check.h"

#define EVENTS_MOST  20000 /* of a run that is explained                                     */
#define LOOK_BACK    2000  /* events in which the other operation of a pair is looked for    */
#define PAIRS_MOST   120   /* that are tried                                                 */
#define FIRST_STEPS  3	   /* of a thread that came in, with which a pair is made */
#define ALIKE_MOST   3	   /* … of those that are at the same two places in the same threads */
#define OTHER_ROUNDS 3	   /* in which the others run while one thread is held               */
#define MORE_THREADS 4	   /* … that may be created only then                                */
#define OTHER_VALUES 3	   /* that are tried instead of one that was chosen */
#define VALUES_MOST  8	   /* choices of which others are tried */
#define LAST_STEPS   12	   /* of each thread, which may have come too early                  */

struct explainer {
	struct hd_trials trials;
	uint64_t key;
	enum hd_outcome outcome;
	struct hd_wire_event *events; /* of the failing run */
	uint32_t *done;		      /* by event: steps of its thread before it */
	size_t n;
	struct hd_outline try;
	struct hd_decisive_list *found;
};

struct pair {
	size_t a, b; /* indices of events: a came first */
};

static unsigned flags_of(const struct hd_wire_event *e)
{
	return hd_event_flags[e->op.kind];
}

static bool is_data_access(const struct hd_wire_event *e)
{
	return flags_of(e) & HD_F_ACCESS;
}

/* ---- the run to be explained ---- */

static bool fails_alike(struct explainer *x)
{
	const struct hd_wire_failure *f = x->trials.failure;

	return f->outcome < HD_OUTCOME_COUNT && hd_outcome_is_failure[f->outcome] &&
	       hd_failure_key(x->trials.rerun.workers.wire, f) == x->key;
}

/* A copy of the trace of the last run; false: it is not complete. */
static bool copy_trace(const struct hd_trials *t, struct hd_wire_event **events, size_t *n)
{
	const struct hd_wire_worker *slot = &t->rerun.workers.wire->workers[0];
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

static void count_steps(struct explainer *x)
{
	uint32_t *made = hd_new(HD_MAX_THREADS, sizeof(*made));

	x->done = hd_new(x->n, sizeof(*x->done));
	for (size_t i = 0; i < x->n; i++)
		x->done[i] = made[x->events[i].tid]++;
	free(made);
}

/* ---- one experiment ---- */

/* The values that the runs draw are those of the recorded run. */
static void begin_outline(struct explainer *x)
{
	x->try.n = 0;
}

static void prescribe(struct explainer *x, size_t i)
{
	const struct hd_wire_event *e = &x->events[i];
	struct hd_outline *o = &x->try;

	if (o->n && o->blocks[o->n - 1].tid == e->tid)
		o->blocks[o->n - 1].target = x->done[i] + 1;
	else
		hd_outline_add(o, e->tid, x->done[i] + 1);
}

/* The run goes as recorded up to event `hold`; from there on its thread waits, and the other threads do what
 * they did up to event `end`, that included. */
static void outline_with_hold(struct explainer *x, size_t hold, size_t end)
{
	begin_outline(x);
	for (size_t i = 0; i <= end && i < x->n; i++)
		if (i < hold || x->events[i].tid != x->events[hold].tid)
			prescribe(x, i);
}

/* In the last run event b happened, and its thread had been held before event `hold` until then. */
static bool was_flipped(const struct explainer *x, size_t hold, size_t b)
{
	const struct hd_wire_event *e = &x->events[b];
	uint32_t held = 0, other = 0;
	const struct hd_step *steps;
	size_t n;

	steps = hd_trials_steps(&x->trials, &n);
	for (size_t i = 0; i < n; i++) {
		if (steps[i].kind == HD_VALUE || steps[i].note & HD_NOTE_PENDING)
			continue;
		if (steps[i].tid == x->events[hold].tid && ++held > x->done[hold])
			return false;
		if (steps[i].tid == e->tid && ++other > x->done[b])
			return steps[i].kind == e->op.kind && steps[i].site == e->op.site;
	}
	return false;
}

/* The first of the locks that the thread of event i holds there was taken at the event that is returned; i:
 * it holds none. */
static size_t outermost_lock(const struct explainer *x, size_t i)
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

enum verdict { UNKNOWN, STAYS, PASSES };

static enum verdict hold_and_see(struct explainer *x, size_t hold, size_t b)
{
	outline_with_hold(x, hold, b);
	if (!hd_trials_run(&x->trials, &x->try) || !was_flipped(x, hold, b))
		return UNKNOWN;
	return x->trials.failure->outcome == HD_OUT_PASSED ? PASSES : fails_alike(x) ? STAYS : UNKNOWN;
}

static void add_decisive(struct explainer *x, struct hd_decisive d)
{
	struct hd_decisive_list *l = x->found;

	l->list = hd_grow(l->list, &l->cap, l->n + 1, sizeof(*l->list));
	l->list[l->n++] = d;
}

/* What if b had come before a? A thread that holds locks has to be stopped before it takes them. */
static void flip_pair(struct explainer *x, struct pair p)
{
	size_t lock = outermost_lock(x, p.a);
	enum verdict verdict = hold_and_see(x, p.a, p.b);

	if (verdict == UNKNOWN && lock != p.a)
		verdict = hold_and_see(x, lock, p.b);
	if (verdict == PASSES)
		add_decisive(
		    x, (struct hd_decisive){.first = x->events[p.a].step, .second = x->events[p.b].step});
}

/* ---- which experiments ---- */

static bool are_alike(const struct explainer *x, struct pair p, struct pair q)
{
	const struct hd_wire_event *e = x->events;

	return e[p.a].tid == e[q.a].tid && e[p.b].tid == e[q.b].tid && e[p.a].op.site == e[q.a].op.site &&
	       e[p.b].op.site == e[q.b].op.site;
}

static bool is_worth_it(const struct explainer *x, const struct pair *tried, unsigned n, struct pair p)
{
	unsigned alike = 0;

	for (unsigned i = 0; i < n; i++)
		alike += are_alike(x, tried[i], p);
	return alike < ALIKE_MOST;
}

struct pairs {
	struct pair list[PAIRS_MOST];
	unsigned n;
};

static void add_pair(const struct explainer *x, struct pairs *pairs, struct pair p)
{
	if (pairs->n < PAIRS_MOST && is_worth_it(x, pairs->list, pairs->n, p))
		pairs->list[pairs->n++] = p;
}

/* Event a is the last one before b that is at this place in this thread. */
static bool is_nearest(const struct explainer *x, size_t a, size_t b)
{
	for (size_t i = a + 1; i < b; i++)
		if (x->events[i].tid == x->events[a].tid && x->events[i].op.site == x->events[a].op.site)
			return false;
	return true;
}

/* The operations that conflict with b, and what was the first of each kind since b's thread had its turn:
 * that is where the other thread came in. */
static void find_pairs_of(const struct explainer *x, bool (*wanted)(const struct hd_wire_event *e), size_t b,
			  struct pairs *pairs)
{
	bool before = false; /* a is before the last turn of b's thread */
	size_t first = b;

	for (size_t a = b; a-- > 0 && b - a < LOOK_BACK;) {
		const struct hd_wire_event *e = &x->events[a];

		before |= e->tid == x->events[b].tid;
		if (e->tid == x->events[b].tid || !wanted(e) || !hd_ops_conflict(&e->op, &x->events[b].op))
			continue;
		if (is_nearest(x, a, b))
			add_pair(x, pairs, (struct pair){a, b});
		else if (!before)
			first = a;
	}
	for (size_t a = first; a < b && first < b; a++) /* its neighbours may be what matters */
		if (a < first + FIRST_STEPS && x->events[a].tid == x->events[first].tid &&
		    wanted(&x->events[a]) && hd_ops_conflict(&x->events[a].op, &x->events[b].op))
			add_pair(x, pairs, (struct pair){a, b});
}

/* Pairs of conflicting operations of two threads, the last ones first. */
static void find_pairs(const struct explainer *x, bool (*wanted)(const struct hd_wire_event *e),
		       struct pairs *pairs)
{
	pairs->n = 0;
	for (size_t b = x->n; b-- > 0 && pairs->n < PAIRS_MOST;)
		if (wanted(&x->events[b]))
			find_pairs_of(x, wanted, b, pairs);
}

static void flip_pairs(struct explainer *x, bool (*wanted)(const struct hd_wire_event *e))
{
	struct pairs pairs;

	find_pairs(x, wanted, &pairs);
	for (unsigned i = 0; i < pairs.n && !x->trials.over; i++)
		flip_pair(x, pairs.list[i]);
}

/* ---- operations that the run did not get to ---- */

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

/* The event of the failing run that is event i of another run: the same step of the same thread. x->n: the
 * failing run did not get there. */
static size_t same_in_failing_run(const struct explainer *x, const struct hd_wire_event *events, size_t i)
{
	uint32_t done = 0;

	for (size_t k = 0; k < i; k++)
		done += events[k].tid == events[i].tid;
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

/* The sites of the other run mean nothing in a report of the failing one: keep what they stand for. */
static void add_later(struct explainer *x, size_t a, const struct hd_wire_event *later)
{
	const struct hd_wire *wire = x->trials.rerun.workers.wire;
	struct hd_decisive d = {.first = x->events[a].step, .ahead = true, .later = *later};

	if (!decisive_place(wire, later->op.site, &d.at))
		return;
	while (d.ncallers < HD_CALLERS &&
	       decisive_place(wire, later->callers[d.ncallers], &d.callers[d.ncallers]))
		d.ncallers++;
	add_decisive(x, d);
}

/* All other threads run as far as they come, and then as far as that has made possible. */
static void prescribe_others(struct explainer *x, hd_tid held)
{
	unsigned most = 0;

	for (size_t i = 0; i < x->n; i++)
		most = x->events[i].tid > most ? x->events[i].tid : most;
	for (unsigned round = 0; round < OTHER_ROUNDS; round++)
		for (unsigned t = 0; t <= most + MORE_THREADS && t < HD_MAX_THREADS; t++)
			if (t != held)
				hd_outline_add(&x->try, (hd_tid)t, UINT32_MAX);
}

/* What if the thread of event a had waited there until the others can do no more? */
static void hold_last(struct explainer *x, size_t a)
{
	size_t hold = outermost_lock(x, a), n = 0, later;
	struct hd_wire_event *events = NULL;

	outline_with_hold(x, hold, hold);
	prescribe_others(x, x->events[a].tid);
	if (!hd_trials_run(&x->trials, &x->try) || x->trials.failure->outcome != HD_OUT_PASSED ||
	    !copy_trace(&x->trials, &events, &n))
		return;
	later = first_conflict(events, n, &x->events[a], hold);
	if (later < n && same_in_failing_run(x, events, later) == x->n)
		add_later(x, a, &events[later]);
	free(events);
}

/* The last operations of each thread may have come before what other threads had no time to do. */
static void hold_last_steps(struct explainer *x)
{
	uint32_t *seen = hd_new(HD_MAX_THREADS, sizeof(*seen));

	for (size_t i = x->n; i-- > 0 && !x->trials.over;)
		if (is_data_access(&x->events[i]) && seen[x->events[i].tid]++ < LAST_STEPS)
			hold_last(x, i);
	free(seen);
}

static bool is_synchronisation(const struct hd_wire_event *e)
{
	return flags_of(e) & HD_F_SYNC && e->op.kind != HD_UNLOCK && e->op.kind != HD_INIT;
}

/* Not of a lock: of what wakes a thread up or makes it wait. */
static bool is_signalling(const struct hd_wire_event *e)
{
	switch (e->op.kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_WRLOCK_ASK:
	case HD_SPINLOCK:
		return false;
	default:
		return is_synchronisation(e);
	}
}

/* ---- choices that the standards leave open ---- */

/* The thread that the signal of event i woke: the first of those that waited to go on. x->n: none did. */
static size_t woken_by(const struct explainer *x, size_t i)
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

/* What if the thread had chosen another waiter there? Event i asked for the value. */
static void change_value(struct explainer *x, size_t value, size_t i)
{
	struct hd_outline *o = &x->try;
	uint32_t chosen = o->values[value].site;
	size_t woken = woken_by(x, i);
	bool passes = false;

	if (x->events[i].op.kind != HD_SIGNAL || woken == x->n)
		return;
	for (uint32_t other = 0; other < OTHER_VALUES && !passes; other++) {
		if (other == chosen)
			continue;
		begin_outline(x);
		for (size_t k = 0; k <= i; k++)
			prescribe(x, k);
		o->values[value].site = other;
		passes = hd_trials_run(&x->trials, o) && x->trials.failure->outcome == HD_OUT_PASSED;
	}
	o->values[value].site = chosen;
	if (passes)
		add_decisive(x, (struct hd_decisive){.choice = true,
						     .first = x->events[i].step,
						     .second = x->events[woken].step});
}

static void change_values(struct explainer *x, const struct hd_schedule *s)
{
	size_t value = 0, events = 0;

	for (size_t i = 0; i < s->nsteps && value < VALUES_MOST && !x->trials.over; i++) {
		if (s->steps[i].note & HD_NOTE_PENDING)
			continue;
		if (s->steps[i].kind != HD_VALUE)
			events++;
		else if (events && events <= x->n)
			change_value(x, value++, events - 1);
	}
}

/* No thread fails, but none can go on. */
static bool is_stuck(const struct explainer *x)
{
	return x->outcome == HD_OUT_DEADLOCK || x->outcome == HD_OUT_LOST_WAKEUP ||
	       x->outcome == HD_OUT_LIVELOCK;
}

static bool explain_begin(struct explainer *x, const struct hd_schedule *s)
{
	x->trials.rerun.workers.wire->trace = 1;
	hd_outline_of_steps(&x->try, s->steps, s->nsteps);
	if (!hd_trials_run(&x->trials, &x->try) || !fails_alike(x) ||
	    !copy_trace(&x->trials, &x->events, &x->n))
		return false;
	if (x->n != hd_run_size_of(s->steps, s->nsteps).steps) /* it is not the run that the report shows */
		return false;
	count_steps(x);
	return true;
}

void hd_explain(const struct hd_target *target, const struct hd_schedule *s, uint64_t key,
		const struct hd_trials_options *o, struct hd_decisive_list *found)
{
	struct explainer x = {.key = key, .outcome = s->outcome, .found = found};

	*found = (struct hd_decisive_list){0};
	if (!hd_trials_possible(s) || !hd_trials_init(&x.trials, target, s, o))
		return;
	if (explain_begin(&x, s)) {
		flip_pairs(&x, is_data_access);
		hold_last_steps(&x);
		if (is_stuck(&x)) {
			flip_pairs(&x, is_signalling);
			change_values(&x, s);
		}
		if (!found->n)
			flip_pairs(&x, is_synchronisation);
	}
	found->runs = x.trials.runs;
	hd_trials_term(&x.trials);
	hd_outline_term(&x.try);
	free(x.events);
	free(x.done);
}
