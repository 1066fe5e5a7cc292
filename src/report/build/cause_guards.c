/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_guards.h"

#include "report/build/cause_locks.h"

/* ---- a look and a write ---- */

static bool is_before(const struct hd_side *x, const struct hd_side *y)
{
	return x->event->step < y->event->step;
}

/* Both are about the same two threads; which of them is in the middle makes no difference. */
static bool has_same_threads(const struct hd_between *x, const struct hd_between *y)
{
	hd_tid a = x->begin.event->tid, b = x->earlier.event->tid;

	return (y->begin.event->tid == a && y->earlier.event->tid == b) ||
	       (y->begin.event->tid == b && y->earlier.event->tid == a);
}

static bool is_atomic(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ATOMIC;
}

/* A look and then a write of what the other one looks at, neither of them under a lock: so locks are made by
 * hand. An update in one step is none of the location that was looked at: it would see the change. Of two
 * stores the second one is what the other thread looks at, and comes too late for it. */
static bool looks_and_sets(const struct hd_between *x)
{
	bool one = hd_ops_overlap(&x->begin.event->op, &x->end.event->op);

	if (x->end.decisive)
		return false;
	if (one)
		return hd_only_reads(&x->begin) && hd_only_stores(&x->end);
	return is_atomic(&x->begin) && is_atomic(&x->end) && hd_writes(&x->end) &&
	       (hd_only_reads(&x->begin) || (hd_only_stores(&x->begin) && hd_only_reads(&x->later)));
}

/* What the guard is about, and nothing of what it guards. */
static bool is_apart(const struct hd_between *guard, const struct hd_between *x)
{
	const struct hd_op *a = &guard->begin.event->op, *b = &guard->end.event->op;

	return !hd_ops_overlap(a, &x->begin.event->op) && !hd_ops_overlap(b, &x->begin.event->op) &&
	       !hd_ops_overlap(a, &x->end.event->op) && !hd_ops_overlap(b, &x->end.event->op) &&
	       is_before(&guard->begin, &x->begin) && is_before(&guard->end, &x->earlier);
}

bool hd_choose_guard(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *of,
		     struct hd_between *best)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->n; k++) {
			struct hd_order_pair in, out;
			struct hd_between x;

			if (!hd_take_pair(b, &l->list[i], &in) || !hd_take_pair(b, &l->list[k], &out) ||
			    !hd_make_between(&in, &out, &x))
				continue;
			if (!looks_and_sets(&x) || !has_same_threads(&x, of) || !is_apart(&x, of) ||
			    x.end.event->step - x.begin.event->step >= least)
				continue;
			least = x.end.event->step - x.begin.event->step;
			*best = x;
		}
	return least != UINT64_MAX;
}

/* ---- a look on which a thread goes on, too early to see what another one does next ---- */

static bool is_refuted_with(const struct hd_decisive_list *l, const struct hd_order_pair *order,
			    const struct hd_between *x)
{
	struct hd_order_pair in = {x->begin, x->earlier}, out = {x->later, x->end};

	for (unsigned run = 0; run < l->npassing; run++)
		if (hd_passes_with_order(order, run) && hd_passes_with_order(&in, run) &&
		    hd_passes_with_order(&out, run))
			return true;
	return false;
}

/* The thread in the middle of `of` has looked at something, which the other one has changed since. */
static bool is_look_before(const struct hd_order_pair *x, const struct hd_between *of)
{
	return !x->second.decisive && hd_only_reads(&x->first) && hd_writes(&x->second) &&
	       x->first.event->tid == of->earlier.event->tid &&
	       x->second.event->tid == of->begin.event->tid && is_before(&x->second, &of->earlier);
}

/* … in a protocol of atomic operations, or in a critical section before the one in which it goes on. */
static bool is_apart_from_act(const struct hd_build *b, const struct hd_order_pair *x,
			      const struct hd_between *of)
{
	return (is_atomic(&x->first) && is_atomic(&x->second) &&
		!hd_ops_overlap(&x->first.event->op, &of->begin.event->op)) ||
	       hd_gives_lock_back(b, x->first.event, of->earlier.event);
}

bool hd_choose_look(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *of,
		    struct hd_between *best)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || !is_look_before(&x, of) ||
		    (of->refuted ? is_refuted_with(l, &x, of) : !is_apart_from_act(b, &x, of)) ||
		    (any && !is_before(&best->begin, &x.first)))
			continue;
		*best = (struct hd_between){.begin = x.first,
					    .end = hd_writes(&of->earlier) ? of->earlier : of->later,
					    .earlier = x.second,
					    .later = x.second};
		any = true;
	}
	return any;
}

/* ---- a lock made by hand that another thread gives back ---- */

/* The thread updated this location in one step before it came to `part`, and the last time before `store`: it
 * had the lock then, or nobody who tries gets it. */
static bool has_taken(const struct hd_build *b, const struct hd_wire_event *part, const struct hd_op *op,
		      const struct hd_wire_event *store)
{
	for (const struct hd_wire_event *e = part; e-- > b->events;)
		if (e->tid == part->tid && e->op.kind == HD_ATOMIC_RMW && hd_ops_overlap(&e->op, op))
			return e < store;
	return false;
}

/* Another thread than the two stores there before one of them updates it, and goes on to its part. */
static bool lets_in(const struct hd_build *b, const struct hd_order_pair *x, const struct hd_between *of)
{
	const struct hd_wire_event *begin = of->begin.event, *in = of->earlier.event;
	hd_tid by = x->first.event->tid, who = x->second.event->tid;
	const struct hd_op *op = &x->second.event->op;

	if (x->second.decisive || x->first.event->op.kind != HD_ATOMIC_STORE || op->kind != HD_ATOMIC_RMW ||
	    by == begin->tid || by == in->tid)
		return false;
	if (who == in->tid)
		return x->second.event < in && has_taken(b, begin, op, x->first.event);
	return who == begin->tid && x->second.event < begin && has_taken(b, in, op, x->first.event);
}

bool hd_choose_release(const struct hd_build *b, const struct hd_decisive_list *l,
		       const struct hd_between *of, struct hd_order_pair *best)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || !lets_in(b, &x, of) ||
		    (any && !is_before(&best->first, &x.first)))
			continue;
		*best = x;
		any = true;
	}
	return any;
}
