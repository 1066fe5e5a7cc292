/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain.h"

#include "heddle/shrink/explain_holds.h"
#include "heddle/shrink/explain_orders.h"
#include "heddle/shrink/explain_values.h"
#include "heddle/shrink/explainer.h"

#define LOOK_BACK   2000 /* events in which the other operation of a pair is looked for    */
#define PAIRS_MOST  120	 /* that are tried                                                 */
#define FIRST_STEPS 3	 /* of a thread that came in, with which a pair is made */
#define ALIKE_MOST  3	 /* … of those that are at the same two places in the same threads */

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

/* ---- one experiment ---- */

/* In the last run event b happened, and its thread had been held before event `hold` until then. */
static bool was_flipped(const struct hd_explainer *x, size_t hold, size_t b)
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

enum verdict { UNKNOWN, STAYS, PASSES };

static enum verdict hold_and_see(struct hd_explainer *x, size_t hold, size_t b)
{
	uint64_t alike = x->alike;
	bool passes;

	hd_outline_with_hold(x, hold, b);
	passes = hd_explainer_passes(x);
	if (x->trials.over || !was_flipped(x, hold, b))
		return UNKNOWN;
	return passes ? PASSES : x->alike > alike ? STAYS : UNKNOWN;
}

/* What if b had come before a? A thread that holds locks has to be stopped before it takes them. */
static void flip_pair(struct hd_explainer *x, struct pair p)
{
	size_t lock = hd_outermost_lock(x, p.a);
	enum verdict verdict = hold_and_see(x, p.a, p.b);

	if (verdict == UNKNOWN && lock != p.a)
		verdict = hold_and_see(x, lock, p.b);
	if (verdict == PASSES)
		hd_add_decisive(
		    x, (struct hd_decisive){.first = x->events[p.a].step, .second = x->events[p.b].step});
}

/* ---- which experiments ---- */

static bool are_alike(const struct hd_explainer *x, struct pair p, struct pair q)
{
	const struct hd_wire_event *e = x->events;

	return e[p.a].tid == e[q.a].tid && e[p.b].tid == e[q.b].tid && e[p.a].op.site == e[q.a].op.site &&
	       e[p.b].op.site == e[q.b].op.site;
}

static bool is_worth_it(const struct hd_explainer *x, const struct pair *tried, unsigned n, struct pair p)
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

static void add_pair(const struct hd_explainer *x, struct pairs *pairs, struct pair p)
{
	if (pairs->n < PAIRS_MOST && is_worth_it(x, pairs->list, pairs->n, p))
		pairs->list[pairs->n++] = p;
}

/* Event a is the last one before b that is at this place in this thread. */
static bool is_nearest(const struct hd_explainer *x, size_t a, size_t b)
{
	for (size_t i = a + 1; i < b; i++)
		if (x->events[i].tid == x->events[a].tid && x->events[i].op.site == x->events[a].op.site)
			return false;
	return true;
}

/* The operations that conflict with b, and what was the first of each kind since b's thread had its turn:
 * that is where the other thread came in. */
static void find_pairs_of(const struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e),
			  size_t b, struct pairs *pairs)
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
static void find_pairs(const struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e),
		       struct pairs *pairs)
{
	pairs->n = 0;
	for (size_t b = x->n; b-- > 0 && pairs->n < PAIRS_MOST;)
		if (wanted(&x->events[b]))
			find_pairs_of(x, wanted, b, pairs);
}

static void flip_pairs(struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e))
{
	struct pairs pairs;

	find_pairs(x, wanted, &pairs);
	for (unsigned i = 0; i < pairs.n && !x->trials.over; i++)
		flip_pair(x, pairs.list[i]);
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

/* No thread fails, but none can go on. */
static bool is_stuck(const struct hd_explainer *x)
{
	return x->outcome == HD_OUT_DEADLOCK || x->outcome == HD_OUT_LOST_WAKEUP ||
	       x->outcome == HD_OUT_LIVELOCK;
}

/* In no experiment the program has passed, though each thread was the first and the last once. What a signal
 * interrupts and what choices do was not tried. */
static bool fails_always(const struct hd_explainer *x, const struct hd_schedule *s)
{
	if (x->passed || x->other || x->trials.over)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->events[i].op.kind == HD_HANDLE)
			return false;
	for (size_t i = 0; i < s->nsteps; i++)
		if (s->steps[i].kind == HD_VALUE)
			return false;
	return true;
}

static void make_experiments(struct hd_explainer *x, const struct hd_schedule *s)
{
	flip_pairs(x, is_data_access);
	hd_hold_last_steps(x, is_data_access);
	if (is_stuck(x)) {
		flip_pairs(x, is_signalling);
		hd_hold_last_steps(x, is_signalling);
		hd_change_values(x, s);
	}
	if (x->found->n)
		return;
	flip_pairs(x, is_synchronisation);
	hd_hold_last_steps(x, is_synchronisation);
	if (x->found->n)
		return;
	x->found->always = hd_try_orders(x) && fails_always(x, s);
}

void hd_explain(const struct hd_target *target, const struct hd_schedule *s, uint64_t key,
		const struct hd_trials_options *o, struct hd_decisive_list *found)
{
	struct hd_explainer x = {.key = key, .outcome = s->outcome, .found = found};

	*found = (struct hd_decisive_list){0};
	if (!hd_trials_possible(s) || !hd_trials_init(&x.trials, target, s, o))
		return;
	if (hd_explainer_begin(&x, s))
		make_experiments(&x, s);
	hd_explainer_end(&x);
}
