/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_orders.h"

#include <stdlib.h>

#define THREADS_MOST 16
#define ROUNDS	     3 /* in which all threads run as far as they come */

static bool creates(const struct hd_wire_event *e)
{
	return e->op.kind == HD_CREATE || e->op.kind == HD_FORK;
}

/* The event that creates thread `tid`: threads are numbered in the order of their creation. x->n: none does.
 */
static size_t creation_of(const struct hd_explainer *x, unsigned tid)
{
	unsigned created = 0;

	for (size_t i = 0; i < x->n; i++)
		if (creates(&x->events[i]) && ++created == tid)
			return i;
	return x->n;
}

static void let_all_run(struct hd_explainer *x, unsigned threads, unsigned last)
{
	for (unsigned i = 0; i < ROUNDS * threads; i++)
		if (i % threads != last)
			hd_outline_add(&x->try, (hd_tid)(i % threads), UINT32_MAX);
	if (last < threads)
		hd_outline_add(&x->try, (hd_tid)last, UINT32_MAX);
}

/* Each thread runs as soon as it is created, as far as it comes. */
static bool passes_eagerly(struct hd_explainer *x, unsigned threads)
{
	x->try.n = 0;
	for (unsigned tid = 1; tid < threads; tid++) {
		size_t created = creation_of(x, tid);

		if (created == x->n)
			break;
		hd_outline_add(&x->try, x->events[created].tid, x->done[created] + 1);
		hd_outline_add(&x->try, (hd_tid)tid, UINT32_MAX);
	}
	let_all_run(x, threads, threads);
	return hd_explainer_passes(x);
}

/* As far as the others come without it. */
static bool passes_with_last(struct hd_explainer *x, unsigned threads, unsigned last)
{
	size_t created = creation_of(x, last);

	x->try.n = 0;
	if (created < x->n)
		hd_outline_add(&x->try, x->events[created].tid, x->done[created] + 1);
	let_all_run(x, threads, last);
	return hd_explainer_passes(x);
}

/* Where the step of the failing run's event i is in another run; n: nowhere. */
static size_t find_in(const struct hd_explainer *x, size_t i, const struct hd_wire_event *events, size_t n)
{
	uint32_t done = 0;

	for (size_t k = 0; k < n; k++)
		if (events[k].tid == x->events[i].tid && done++ == x->done[i])
			return events[k].op.site == x->events[i].op.site ? k : n;
	return n;
}

static bool is_reversed(const struct hd_explainer *x, size_t a, size_t b, const struct hd_wire_event *events,
			size_t n)
{
	size_t first = find_in(x, a, events, n), second = find_in(x, b, events, n);

	return first < n && second < first;
}

/* The last order of two operations that is the other way round there. `reads`: the second one reads what the
 * first has written, so it sees something else there. */
static bool add_last_reversed(struct hd_explainer *x, const struct hd_wire_event *events, size_t n,
			      bool reads)
{
	for (size_t b = x->n; b-- > 0;)
		for (size_t a = b; a-- > 0;) {
			const struct hd_wire_event *p = &x->events[a], *q = &x->events[b];

			if (p->tid == q->tid || !(hd_event_flags[p->op.kind] & HD_F_ACCESS) ||
			    (reads && hd_event_flags[q->op.kind] & HD_F_WRITE) ||
			    !hd_ops_conflict(&p->op, &q->op) || !is_reversed(x, a, b, events, n))
				continue;
			hd_add_decisive(x, (struct hd_decisive){.first = p->step, .second = q->step});
			return true;
		}
	return false;
}

void hd_add_reversed(struct hd_explainer *x)
{
	struct hd_wire_event *events;
	size_t n;

	if (!hd_explainer_trace(x, &events, &n))
		return;
	if (!add_last_reversed(x, events, n, true))
		add_last_reversed(x, events, n, false);
	free(events);
}

bool hd_try_orders(struct hd_explainer *x)
{
	unsigned threads = 1;

	for (size_t i = 0; i < x->n; i++) {
		threads += creates(&x->events[i]);
		threads = x->events[i].tid >= threads ? x->events[i].tid + 1u : threads;
	}
	if (threads > THREADS_MOST)
		return false;
	if (passes_eagerly(x, threads))
		hd_add_reversed(x);
	for (unsigned last = 0; last < threads && !x->found->n && !x->trials.over; last++)
		if (passes_with_last(x, threads, last))
			hd_add_reversed(x);
	return true;
}
