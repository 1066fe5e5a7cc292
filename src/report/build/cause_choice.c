/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_choice.h"

#include "report/build/take_record.h"

#define AHEAD	(1ULL << 31) /* worse than any distance in steps */
#define FAR	(1ULL << 32) /* … and than an end that did not come about */
#define STRAYED (16 * FAR)   /* worse than anything else: one of the operations would not have come */
#define NO_FLOW (2 * FAR)    /* worse than two locations */
#define REFUTED (8 * FAR)    /* worse than all that: in another run it is so, too, and that passes */

/* The event with this number; NULL: the report does not list it. */
static const struct hd_wire_event *event_at(const struct hd_build *b, uint64_t step)
{
	for (unsigned i = 0; i < b->nevents; i++)
		if (b->events[i].step == step)
			return &b->events[i];
	return NULL;
}

static bool take_events(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	*out = (struct hd_order_pair){.first = {.event = event_at(b, d->first), .at = &d->first_at},
				      .second = {.at = &d->second_at}};
	if (d->ahead) {
		out->second.event = &d->later;
		out->second.decisive = d;
	} else {
		out->second.event = event_at(b, d->second);
	}
	return out->first.event && out->second.event;
}

static bool is_order(const struct hd_decisive *d)
{
	return !d->choice && !d->interrupts && !d->spurious && !d->late_load;
}

bool hd_take_pair(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	return is_order(d) && !d->looked && !d->alone && take_events(b, d, out);
}

/* The end of what belongs together: the other thread may have had to come after it as a whole. */
static bool take_end(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	return is_order(d) && take_events(b, d, out);
}

bool hd_choose_spurious(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].spurious && take_events(b, &l->list[i], out))
			return true;
	return false;
}

bool hd_choose_interrupted(const struct hd_build *b, const struct hd_decisive_list *l,
			   struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].interrupts && take_events(b, &l->list[i], out))
			return true;
	return false;
}

bool hd_choose_late_load(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *out)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		const struct hd_decisive *d = &l->list[i];
		struct hd_side look = {.event = event_at(b, d->look), .at = &d->look_at};
		struct hd_order_pair x;

		if (!d->late_load || !take_events(b, d, &x) || !look.event ||
		    (any && x.first.event->tid != b->failure.tid))
			continue;
		*out = (struct hd_between){
		    .begin = x.first, .end = look, .earlier = x.second, .later = x.second, .refuted = true};
		any = true;
	}
	return any;
}

static bool makes_between(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	const struct hd_wire_event *begin = in->first.event, *end = out->second.event;

	return !in->second.decisive && begin->tid == end->tid &&
	       in->second.event->tid == out->first.event->tid && begin->step < out->first.event->step;
}

/* Where the two threads take turns, the other one goes on after `end`: what it did before that is told. */
static bool goes_on_after(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	return !out->second.decisive && in->second.event->step > out->second.event->step;
}

static struct hd_between between_of(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	bool in_order = in->second.event->step <= out->first.event->step;

	if (goes_on_after(in, out))
		return (struct hd_between){
		    .begin = in->first, .end = out->second, .earlier = out->first, .later = out->first};
	return (struct hd_between){.begin = in->first,
				   .end = out->second,
				   .earlier = in_order ? in->second : out->first,
				   .later = in_order ? out->first : in->second,
				   .crossed = !in_order};
}

bool hd_make_between(const struct hd_order_pair *in, const struct hd_order_pair *out, struct hd_between *x)
{
	if (!makes_between(in, out))
		return false;
	*x = between_of(in, out);
	return true;
}

/* The other thread's part begins with its look at the memory. False: it has looked before the first did. */
static bool begins_with_look(const struct hd_build *b, const struct hd_decisive *d, struct hd_between *x)
{
	struct hd_side s = {.event = event_at(b, d->look), .at = &d->look_at},
		       change = {.event = event_at(b, d->change), .at = &d->change_at};

	if (!s.event || s.event->step < x->begin.event->step)
		return false;
	if (s.event->step < x->earlier.event->step)
		x->earlier = s;
	if (change.event && change.event->step > x->earlier.event->step &&
	    change.event->step < x->later.event->step)
		x->later = change;
	return true;
}

bool hd_only_reads(const struct hd_side *s)
{
	unsigned flags = hd_event_flags[s->event->op.kind];

	return flags & HD_F_ACCESS && !(flags & HD_F_WRITE);
}

bool hd_only_stores(const struct hd_side *s)
{
	unsigned kind = s->event->op.kind;

	return kind == HD_WRITE || kind == HD_ATOMIC_STORE;
}

/* The failure, of a third thread, came before what this one would have done next: that hardly led to it. */
static bool ends_too_late(const struct hd_build *b, const struct hd_between *x)
{
	return x->end.decisive && !hd_is_stuck(b) && b->failure.tid != HD_NO_TID &&
	       x->end.event->tid != b->failure.tid && x->later.event->tid != b->failure.tid;
}

/* ---- is it so in other runs, too? ---- */

/* An operation that a run does not get to comes after all that it does, if the run fails. */
bool hd_passes_with_order(const struct hd_order_pair *x, unsigned run)
{
	return x->second.at->passing[run] != HD_NOT_IN_RUN &&
	       x->first.at->passing[run] < x->second.at->passing[run];
}

static bool fails_with_order(const struct hd_order_pair *x, unsigned run)
{
	return x->first.at->failing[run] != HD_NOT_IN_RUN &&
	       x->first.at->failing[run] < x->second.at->failing[run];
}

/* A run passes in which both orders are as in the one that fails. */
bool hd_orders_are_refuted(const struct hd_decisive_list *l, const struct hd_order_pair *x,
			   const struct hd_order_pair *y)
{
	for (unsigned run = 0; run < l->npassing; run++)
		if (hd_passes_with_order(x, run) && hd_passes_with_order(y, run))
			return true;
	return false;
}

/* The same line does both, and the sentence names it once: the last time has to be enough, then. */
static bool is_told_as_one(const struct hd_between *x)
{
	const struct hd_wire_event *a = x->earlier.event, *b = x->later.event;

	return a != b && a->op.site == b->op.site && a->op.addr == b->op.addr && !x->later.decisive;
}

static bool is_between_refuted(const struct hd_decisive_list *l, const struct hd_between *x)
{
	struct hd_order_pair in = {x->begin, is_told_as_one(x) ? x->later : x->earlier},
			     out = {x->later, x->end};

	return hd_orders_are_refuted(l, &in, &out);
}

/* The thread does the same again and again, and each time that is complete; the other one only reads. */
static bool repeats_store(const struct hd_between *x)
{
	return x->begin.event->op.site == x->end.event->op.site && hd_only_stores(&x->begin) &&
	       hd_only_stores(&x->end) && !hd_writes(&x->earlier) && !hd_writes(&x->later);
}

/* … and the two threads have come there in the same way. */
static bool is_strictly_refuted(const struct hd_decisive_list *l, const struct hd_order_pair *x)
{
	for (unsigned run = 0; run < l->npassing; run++)
		if (hd_passes_with_order(x, run) && x->first.at->same_way[run] &&
		    (x->second.decisive || x->second.at->same_way[run]))
			return true;
	return false;
}

bool hd_order_is_refuted(const struct hd_decisive_list *l, const struct hd_order_pair *x)
{
	return hd_orders_are_refuted(l, x, x);
}

bool hd_choose_woken(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].choice && take_events(b, &l->list[i], out) && !hd_order_is_refuted(l, out))
			return true;
	return false;
}

/* In how many of the runs that fail it is so. */
static unsigned count_failing(const struct hd_decisive_list *l, const struct hd_order_pair *x)
{
	unsigned n = 0;

	for (unsigned run = 0; run < l->nfailing; run++)
		n += fails_with_order(x, run);
	return n;
}

/* ---- which is the best ---- */

/* Two waits of which each is for the other's sake: something before them has led there. */
static bool only_waits(const struct hd_order_pair *x)
{
	return x->first.event->op.kind == HD_COND_WAIT && x->second.event->op.kind == HD_COND_WAIT;
}

/* The thread looks again, at the same place, when the other one has come in: it does not go by the first
 * look.
 */
static bool looks_again(const struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *begin = x->begin.event,
				   *end = x->end.decisive ? b->events + b->nevents : x->end.event;

	if (!hd_only_reads(&x->begin))
		return false;
	for (const struct hd_wire_event *e = x->earlier.event; e < end; e++)
		if (e->tid == begin->tid && e->op.site == begin->op.site && e->op.addr == begin->op.addr)
			return true;
	return false;
}

/* An update lets the other thread read what the first one writes only then. */
static bool shows_too_early(const struct hd_between *x)
{
	return hd_ops_overlap(&x->begin.event->op, &x->earlier.event->op) &&
	       !hd_ops_overlap(&x->begin.event->op, &x->end.event->op) && hd_only_reads(&x->later) &&
	       hd_only_stores(&x->end) && hd_ops_overlap(&x->later.event->op, &x->end.event->op);
}

/* Smaller is better. A thread that reads and then goes by what it has read is more telling than one that
 * makes two updates, each of which is complete, or stores without a look, waits twice, or looks again; one
 * location is more telling than two; and what is close to the failure, and close together, more than what is
 * not. */
static uint64_t badness(const struct hd_build *b, const struct hd_decisive_list *l,
			const struct hd_between *x)
{
	uint64_t end = x->end.decisive ? x->later.event->step + 1 : x->end.event->step,
		 last = b->events[b->nevents - 1].step;
	bool updates = x->begin.event->op.kind == HD_ATOMIC_RMW && !shows_too_early(x),
	     waits = only_waits(&(struct hd_order_pair){x->begin, x->end}),
	     stores = hd_only_stores(&x->begin) && hd_only_stores(&x->earlier) && hd_only_stores(&x->later) &&
		      hd_only_stores(&x->end);

	return (x->end.decisive && x->end.decisive->strays ? STRAYED : 0) +
	       (is_between_refuted(l, x) ? REFUTED : 0) +
	       (updates || stores || waits || repeats_store(x) || looks_again(b, x) ? NO_FLOW : 0) +
	       (hd_ops_overlap(&x->begin.event->op, &x->end.event->op) ? 0 : FAR) +
	       (ends_too_late(b, x) ? AHEAD : 0) +
	       (last > x->later.event->step ? last - x->later.event->step : 0) + (end - x->begin.event->step);
}

static bool is_about_one(const struct hd_between *x)
{
	return hd_ops_overlap(&x->begin.event->op, &x->end.event->op) &&
	       hd_ops_overlap(&x->begin.event->op, &x->later.event->op) && hd_writes(&x->later);
}

/* Of several changes of what the first thread goes by, the first one is enough. */
static void take_first_change(const struct hd_build *b, const struct hd_decisive_list *l,
			      struct hd_between *best)
{
	for (size_t i = 0; i < l->n && best->crossed && is_about_one(best); i++) {
		struct hd_order_pair x;

		if (hd_take_pair(b, &l->list[i], &x) && !x.second.decisive &&
		    x.first.event == best->begin.event && x.second.event->tid == best->later.event->tid &&
		    x.second.event->step > best->earlier.event->step &&
		    x.second.event->step < best->later.event->step && hd_writes(&x.second) &&
		    hd_ops_overlap(&x.second.event->op, &best->begin.event->op))
			best->later = x.second;
	}
}

bool hd_choose_between(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *best)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->n; k++) {
			struct hd_order_pair in, out;
			struct hd_between x;

			if (!hd_take_pair(b, &l->list[i], &in) || !take_end(b, &l->list[k], &out) ||
			    !hd_make_between(&in, &out, &x))
				continue;
			if (l->list[k].looked && !begins_with_look(b, &l->list[k], &x))
				continue;
			if (badness(b, l, &x) >= least)
				continue;
			least = badness(b, l, &x);
			*best = x;
		}
	if (least != UINT64_MAX)
		take_first_change(b, l, best);
	best->refuted = least >= REFUTED;
	return least != UINT64_MAX;
}

/* A change that its thread makes known is overwritten by the thread that waits for it: that the signal comes
 * before the wait follows from it. */
static bool is_overwritten(const struct hd_order_pair *x)
{
	return hd_only_stores(&x->first) && hd_only_stores(&x->second) && !x->second.decisive;
}

/* … and reads what it has written itself. */
static bool hides_change(const struct hd_order_pair *x, const struct hd_order_pair *than)
{
	return is_overwritten(x) && x->first.event == than->first.event &&
	       x->second.event->tid == than->second.event->tid && !than->second.decisive &&
	       hd_only_reads(&than->second) && x->second.event->step < than->second.event->step;
}

static bool is_signal_before_wait(const struct hd_order_pair *x)
{
	unsigned first = x->first.event->op.kind;

	return (first == HD_SIGNAL || first == HD_BROADCAST) && x->second.event->op.kind == HD_COND_WAIT;
}

static bool explains_signal(const struct hd_order_pair *x, const struct hd_order_pair *signal)
{
	return is_overwritten(x) && is_signal_before_wait(signal) &&
	       x->first.event->tid == signal->first.event->tid &&
	       x->second.event->tid == signal->second.event->tid;
}

/* The first is more telling: no run passes with it, both operations are in the run, more runs fail with it,
 * or it is the last one: nothing after it was decisive. */
static bool is_better_order(const struct hd_decisive_list *l, const struct hd_order_pair *x,
			    const struct hd_order_pair *than)
{
	bool strictly = is_strictly_refuted(l, x), than_strictly = is_strictly_refuted(l, than);
	bool refuted = hd_order_is_refuted(l, x), than_refuted = hd_order_is_refuted(l, than);
	unsigned failing = count_failing(l, x), than_failing = count_failing(l, than);

	if (only_waits(x) != only_waits(than))
		return only_waits(than);
	if (strictly != than_strictly)
		return than_strictly;
	if (!x->second.decisive != !than->second.decisive)
		return than->second.decisive;
	if (refuted != than_refuted)
		return than_refuted;
	if (explains_signal(x, than) || explains_signal(than, x))
		return explains_signal(x, than);
	if (hides_change(x, than) || hides_change(than, x))
		return hides_change(x, than);
	if (failing != than_failing)
		return failing > than_failing;
	if (hd_only_reads(&x->first) != hd_only_reads(&than->first))
		return hd_only_reads(&than->first);
	return x->first.event->step > than->first.event->step;
}

static bool choose_best_order(const struct hd_build *b, const struct hd_decisive_list *l, bool flow,
			      struct hd_order_pair *best)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || (any && !is_better_order(l, &x, best)))
			continue;
		if (flow && !(hd_only_reads(&x.first) && hd_only_stores(&x.second)))
			continue;
		*best = x;
		any = true;
	}
	return any;
}

bool hd_choose_order(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *best)
{
	return choose_best_order(b, l, false, best);
}

bool hd_choose_flow(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *than,
		    struct hd_order_pair *best)
{
	return badness(b, l, than) >= NO_FLOW && choose_best_order(b, l, true, best) &&
	       !hd_order_is_refuted(l, best);
}

/* ---- a change that wakes no waiter ---- */

static bool is_access(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ACCESS;
}

bool hd_writes(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_WRITE;
}

static bool wakes(const struct hd_wire_event *e, const struct hd_wire_event *wait)
{
	return e->op.addr == wait->op.addr &&
	       (e->op.kind == HD_SIGNAL || e->op.kind == HD_BROADCAST || e->op.kind == HD_FUTEX_WAKE);
}

/* Some thread is woken that waits where `wait` does, after this event. */
static bool wakes_after(const struct hd_build *b, const struct hd_wire_event *from,
			const struct hd_wire_event *wait)
{
	for (const struct hd_wire_event *e = from; e < b->events + b->nevents; e++)
		if (wakes(e, wait))
			return true;
	return false;
}

const struct hd_wire_event *hd_waits_since_before(const struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *last = b->events + b->nevents;
	hd_tid tid = x->first.event->tid;

	if (x->second.decisive || !is_access(&x->first) || !is_access(&x->second) || !hd_writes(&x->second))
		return NULL;
	while (last > x->first.event && (--last)->tid != tid)
		;
	if (last->op.kind == HD_FUTEX_WAIT && last->op.addr != x->second.event->op.addr &&
	    !wakes_after(b, b->events, last))
		return NULL; /* that anyone is to be woken there by this change is not known */
	return last < x->second.event && (last->op.kind == HD_COND_WAIT || last->op.kind == HD_FUTEX_WAIT) &&
		       !wakes_after(b, x->second.event, last)
		   ? last
		   : NULL;
}

/* The thread wakes those who wait there at other times. */
static bool wakes_at_times(const struct hd_build *b, hd_tid tid, const struct hd_wire_event *wait)
{
	for (const struct hd_wire_event *e = b->events; e < b->events + b->nevents; e++)
		if (e->tid == tid && wakes(e, wait))
			return true;
	return false;
}

bool hd_choose_unheard(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out)
{
	bool any = false;

	for (size_t i = 0; i < l->n && hd_is_stuck(b); i++) {
		struct hd_order_pair x;
		const struct hd_wire_event *wait =
		    hd_take_pair(b, &l->list[i], &x) ? hd_waits_since_before(b, &x) : NULL;

		if (!wait)
			continue;
		if (!any)
			*out = x;
		any = true;
		if (wakes_at_times(b, x.second.event->tid, wait)) {
			*out = x;
			return true;
		}
	}
	return any;
}

bool hd_choose_two(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *one,
		   struct hd_order_pair *other)
{
	for (size_t i = l->n; i-- > 0;)
		for (size_t k = i; k-- > 0;)
			if (hd_take_pair(b, &l->list[i], one) && hd_take_pair(b, &l->list[k], other) &&
			    !hd_orders_are_refuted(l, one, other))
				return true;
	return false;
}
