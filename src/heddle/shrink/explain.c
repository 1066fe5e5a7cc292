/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain.h"

#include "heddle/shrink/explain_holds.h"
#include "heddle/shrink/explain_orders.h"
#include "heddle/shrink/explain_runs.h"
#include "heddle/shrink/explain_values.h"
#include "heddle/shrink/explain_wakers.h"
#include "heddle/shrink/explain_windows.h"
#include "heddle/shrink/explainer.h"

#define LOOK_BACK   2000 /* events in which the other operation of a pair is looked for    */
#define SHORT_RUN   200	 /* events, of which all pairs are tried                           */
#define PAIRS_MOST  120	 /* that are tried                                                 */
#define FIRST_STEPS 3	 /* of a thread that came in, with which a pair is made */
#define AFTER_STOP  64	 /* accesses of a thread that goes on, that are looked at */
#define ENOUGH	    2	 /* orders that are decisive, for the sentence about a long run */
#define LOCK_RUNS   200	 /* experiments with locks, if all others do not tell               */
#define TRIES_MOST  4	 /* of locks, in vain                                               */
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

/* Each experiment takes its time: what was found first is enough. */
static bool is_long(const struct hd_explainer *x)
{
	return x->n > LOOK_BACK;
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

/* What if b had come before a? A thread that holds locks has to be stopped before it takes them: before event
 * *hold. */
static enum verdict hold_for(struct hd_explainer *x, size_t a, size_t b, size_t *hold)
{
	size_t lock = hd_outermost_lock(x, a);
	enum verdict verdict = hold_and_see(x, a, b);

	*hold = a;
	if (verdict == UNKNOWN && lock != a) {
		*hold = lock;
		verdict = hold_and_see(x, lock, b);
	}
	return verdict;
}

/* The same, and all other threads come after b, too: a third one may take the part of a's thread. */
static enum verdict hold_all_but(struct hd_explainer *x, size_t a, size_t b)
{
	size_t hold = hd_outermost_lock(x, a);
	bool passes;

	if (!hold)
		return UNKNOWN;
	hd_outline_up_to(x, hold - 1);
	hd_outline_add(&x->try, x->events[b].tid, x->done[b] + 1);
	passes = hd_explainer_passes(x);
	return !x->trials.over && passes && was_flipped(x, hold, b) ? PASSES : UNKNOWN;
}

/* Another thread than the two does something between them. */
static bool third_takes_part(const struct hd_explainer *x, size_t a, size_t b)
{
	for (size_t i = a + 1; i < b; i++)
		if (x->events[i].tid != x->events[a].tid && x->events[i].tid != x->events[b].tid)
			return true;
	return false;
}

/* What a's thread did first with the memory that a and b are about, since b's thread had its turn: the look
 * by which it goes at a, say. */
static size_t first_since_turn(const struct hd_explainer *x, struct pair p)
{
	const struct hd_wire_event *e = x->events;
	size_t first = p.a;

	for (size_t i = p.a; i-- > 0 && e[i].tid != e[p.b].tid && p.a - i < LOOK_BACK;)
		if (e[i].tid == e[p.a].tid && is_data_access(&e[i]) && hd_ops_overlap(&e[i].op, &e[p.b].op))
			first = i;
	return first;
}

/* The first write of a's thread, from `look` on, of what b is about. */
static size_t first_change(const struct hd_explainer *x, size_t look, struct pair p)
{
	for (size_t i = look; i < p.a; i++)
		if (x->events[i].tid == x->events[p.a].tid && flags_of(&x->events[i]) & HD_F_WRITE &&
		    hd_ops_overlap(&x->events[i].op, &x->events[p.b].op))
			return i;
	return p.a;
}

static void flip_pair(struct hd_explainer *x, struct pair p)
{
	size_t look = p.a, hold;
	enum verdict verdict = hold_for(x, p.a, p.b, &hold);
	bool alone = false;

	if (verdict == STAYS && !is_long(x) && third_takes_part(x, p.a, p.b)) {
		verdict = hold_all_but(x, p.a, p.b);
		alone = verdict == PASSES;
	}
	if (verdict != PASSES && is_data_access(&x->events[p.a]) && !is_long(x)) {
		look = first_since_turn(x, p);
		if (look != p.a)
			verdict = hold_for(x, look, p.b, &hold);
	}
	if (verdict == PASSES)
		hd_add_decisive(x, (struct hd_decisive){.first = x->events[p.a].step,
							.second = x->events[p.b].step,
							.looked = look != p.a,
							.alone = alone,
							.look = x->events[look].step,
							.change = x->events[first_change(x, look, p)].step,
							.held = !alone,
							.hold = x->events[hold].step});
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

	for (unsigned i = 0; i < n; i++) {
		if (tried[i].a == p.a && tried[i].b == p.b)
			return false;
		alike += are_alike(x, tried[i], p);
	}
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

/* Event a is the last one before b that is at this place in this thread and that conflicts with b. */
static bool is_nearest(const struct hd_explainer *x, size_t a, size_t b)
{
	for (size_t i = a + 1; i < b; i++)
		if (x->events[i].tid == x->events[a].tid && x->events[i].op.site == x->events[a].op.site &&
		    hd_ops_conflict(&x->events[i].op, &x->events[b].op))
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

/* Where the thread of event i goes on after others have come in; x->n: it does not. */
static size_t goes_on_at(const struct hd_explainer *x, size_t i)
{
	size_t k = i + 1;

	if (k < x->n && x->events[k].tid == x->events[i].tid)
		return x->n;
	while (k < x->n && x->events[k].tid != x->events[i].tid)
		k++;
	return k;
}

static bool writes(const struct hd_wire_event *e)
{
	return flags_of(e) & HD_F_WRITE;
}

/* Between a and c of one thread, e of another one does what no order of the two threads, one after the other,
 * would let them see. A count that each of them updates is none of that. */
static bool tears(const struct hd_wire_event *a, const struct hd_wire_event *e, const struct hd_wire_event *c)
{
	bool counts = a->op.kind == HD_ATOMIC_RMW && c->op.kind == HD_ATOMIC_RMW;

	return !counts && hd_ops_overlap(&e->op, &a->op) && hd_ops_overlap(&e->op, &c->op) &&
	       (writes(e) ? !writes(a) || !writes(c) || !writes(e) : writes(a) && writes(c));
}

/* Event c is of a thread that was stopped at event `stop`; `on`: where it went on. What it did before with
 * the same memory, and what others did with it meanwhile. */
static void find_torn(const struct hd_explainer *x, size_t stop, size_t on, size_t c, struct pairs *pairs)
{
	const struct hd_wire_event *e = x->events;
	size_t a = stop + 1, first = x->n, last = x->n;

	while (a-- > 0 && stop - a < LOOK_BACK)
		if (e[a].tid == e[c].tid && is_data_access(&e[a]) && hd_ops_overlap(&e[a].op, &e[c].op))
			break;
	if (a > stop || e[a].tid != e[c].tid || !is_data_access(&e[a]))
		return;
	for (size_t i = stop + 1; i < on; i++) {
		if (!is_data_access(&e[i]) || !tears(&e[a], &e[i], &e[c]))
			continue;
		first = first == x->n ? i : first;
		last = i;
	}
	if (first == x->n)
		return;
	add_pair(x, pairs, (struct pair){a, first});
	add_pair(x, pairs, (struct pair){last, c});
}

/* A thread looks at something, is stopped, and acts on it: that tells more than all else that is in a long
 * run. */
static void find_torn_pairs(const struct hd_explainer *x, struct pairs *pairs)
{
	for (size_t i = x->n; i-- > 0 && pairs->n < PAIRS_MOST / 3;) {
		size_t on = goes_on_at(x, i);
		unsigned looked_at = 0;

		for (size_t c = on;
		     c < x->n && x->events[c].tid == x->events[i].tid && looked_at < AFTER_STOP; c++)
			if (is_data_access(&x->events[c])) {
				find_torn(x, i, on, c, pairs);
				looked_at++;
			}
	}
}

/* In a long run most of what comes last is one thread after the other. What matters is where a thread was
 * stopped before an access: the first operations of the others since then come first. */
static void find_pairs_at_switches(const struct hd_explainer *x,
				   bool (*wanted)(const struct hd_wire_event *e), struct pairs *pairs)
{
	for (size_t i = x->n; i-- > 0 && pairs->n < PAIRS_MOST / 2;) {
		size_t b = goes_on_at(x, i);
		unsigned found = 0;

		if (b >= x->n || !wanted(&x->events[b]))
			continue;
		for (size_t a = i + 1; a < b && found < FIRST_STEPS; a++)
			if (wanted(&x->events[a]) && hd_ops_conflict(&x->events[a].op, &x->events[b].op)) {
				add_pair(x, pairs, (struct pair){a, b});
				found++;
				if (x->events[i].tid == x->events[b].tid && wanted(&x->events[i]) &&
				    hd_ops_conflict(&x->events[i].op, &x->events[a].op))
					add_pair(x, pairs, (struct pair){i, a});
			}
	}
}

/* Pairs of conflicting operations of two threads, the last ones first. */
static void find_pairs(const struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e),
		       struct pairs *pairs)
{
	pairs->n = 0;
	if (wanted == is_data_access && !is_long(x))
		find_torn_pairs(x, pairs);
	if (x->n > SHORT_RUN)
		find_pairs_at_switches(x, wanted, pairs);
	for (size_t b = x->n; b-- > 0 && pairs->n < PAIRS_MOST;)
		if (wanted(&x->events[b]))
			find_pairs_of(x, wanted, b, pairs);
}

static void flip_pairs(struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e))
{
	struct pairs pairs;

	find_pairs(x, wanted, &pairs);
	for (unsigned i = 0; i < pairs.n && !x->trials.over; i++) {
		if (is_long(x) && x->found->n >= ENOUGH)
			return;
		flip_pair(x, pairs.list[i]);
	}
}

/* Where the lock is given back that the thread of event i tries to get there in vain; x->n: it gets it. */
static size_t given_back_after(const struct hd_explainer *x, size_t i)
{
	for (size_t k = i + 1; k < x->n; k++)
		if (x->events[k].op.kind == HD_UNLOCK && x->events[k].op.addr == x->events[i].op.addr)
			return x->events[k].tid == x->events[i].tid ? x->n : k;
	return x->n;
}

/* What if a thread that goes on without a lock had tried to get it when it was given back? */
static void flip_failed_tries(struct hd_explainer *x)
{
	unsigned tried = 0;

	for (size_t i = x->n; i-- > 0 && tried < TRIES_MOST && !x->trials.over;) {
		size_t unlock = x->events[i].op.kind == HD_TRYLOCK ? given_back_after(x, i) : x->n;

		if (unlock == x->n)
			continue;
		flip_pair(x, (struct pair){i, unlock});
		tried++;
	}
}

/* Where another thread has got a pointer to the block that is freed at event i; x->n: nobody else has. */
static size_t pointer_taken_before(const struct hd_explainer *x, size_t i)
{
	const struct hd_wire_event *freed = &x->events[i];

	for (size_t k = i; k-- > 0;) {
		const struct hd_wire_event *e = &x->events[k];

		if (e->tid != freed->tid && is_data_access(e) && hd_reads_pointer_to(e, freed))
			return k;
	}
	return x->n;
}

/* What if the thread that uses a freed block had got its pointer after that? Containers free what they held
 * before they store the pointer to something new, so there need be no change that could come first. */
static void flip_pointers(struct hd_explainer *x)
{
	unsigned tried = 0;

	for (size_t i = x->n; i-- > 0 && tried < TRIES_MOST && !x->trials.over;) {
		size_t taken = x->events[i].op.kind == HD_FREE ? pointer_taken_before(x, i) : x->n;

		if (taken == x->n)
			continue;
		flip_pair(x, (struct pair){taken, i});
		tried++;
	}
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

static bool handles_signals(const struct hd_explainer *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->events[i].op.kind == HD_HANDLE)
			return true;
	return false;
}

/* In no experiment the program has passed, though each thread was the first and the last once. What a signal
 * interrupts was not tried. */
static bool fails_always(struct hd_explainer *x, const struct hd_schedule *s)
{
	return !x->passed && !x->other && !handles_signals(x) && hd_try_other_values(x, s) && !x->passed &&
	       !x->other && !x->trials.over;
}

static void make_experiments(struct hd_explainer *x, const struct hd_schedule *s)
{
	hd_forbid_spurious(x);
	if (x->found->n)
		return;
	flip_pairs(x, is_data_access);
	flip_failed_tries(x);
	if (!is_stuck(x) && !x->trials.over)
		hd_close_update_windows(x);
	if (x->outcome == HD_OUT_USE_AFTER_FREE)
		flip_pointers(x);
	if (is_long(x) && x->found->n && !is_stuck(x))
		return;
	hd_hold_last_steps(x, is_data_access);
	if (is_stuck(x)) {
		flip_pairs(x, is_signalling);
		hd_hold_last_steps(x, is_signalling);
	}
	if (is_stuck(x) || handles_signals(x))
		hd_change_values(x, s);
	if (x->found->n)
		return;
	flip_pairs(x, is_synchronisation);
	hd_hold_last_steps(x, is_synchronisation);
	if (x->found->n)
		return;
	if (hd_try_orders(x) && !x->found->n) {
		hd_sample_runs(x);
		x->found->always = !x->found->n && fails_always(x, s);
	}
}

/* Some run passes with this order, too. To be asked when positions are known. */
static bool is_refuted(const struct hd_explainer *x, const struct hd_decisive *d)
{
	for (unsigned run = 0; run < x->found->npassing; run++)
		if (d->second_at.passing[run] != HD_NOT_IN_RUN &&
		    d->first_at.passing[run] < d->second_at.passing[run])
			return true;
	return false;
}

/* Which thread waits for which is not all of it: a lock that the one that waits holds may be the rest. */
static void add_lock_orders(struct hd_explainer *x)
{
	if (!is_stuck(x) || is_long(x) || !x->found->n)
		return;
	for (size_t i = 0; i < x->found->n; i++)
		if (!is_refuted(x, &x->found->list[i]))
			return;
	x->trials.over = false;
	x->trials.runs_most = x->trials.runs + LOCK_RUNS;
	flip_pairs(x, is_synchronisation);
	hd_hold_last_steps(x, is_synchronisation);
	hd_find_positions(x);
}

void hd_explain(const struct hd_target *target, const struct hd_schedule *s, uint64_t key,
		const struct hd_trials_options *o, struct hd_decisive_list *found)
{
	struct hd_explainer x = {.key = key, .outcome = s->outcome, .found = found};

	*found = (struct hd_decisive_list){0};
	if (!hd_trials_possible(s) || !hd_trials_init(&x.trials, target, s, o))
		return;
	if (hd_explainer_begin(&x, s)) {
		make_experiments(&x, s);
		if (found->n && !x.sampling) {
			hd_try_parts_of_windows(&x);
			hd_sample_runs(&x);
		}
		hd_find_positions(&x);
		add_lock_orders(&x);
		if (x.outcome == HD_OUT_DEADLOCK && found->n)
			hd_find_wakers(&x);
		if (!hd_explainer_holds(&x, s))
			found->n = found->each_other = 0;
	}
	hd_explainer_end(&x);
}
