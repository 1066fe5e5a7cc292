/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_windows.h"

#define LONG_RUN     2000 /* events of a run with which no such experiments are made */
#define WINDOWS_MOST 24
#define PART_MOST    16	 /* operations of the other thread in a window, that are told apart */
#define FEW_PARTS    8	 /* … of which each sequence is tried; else the first, the last and short ones */
#define PARTS_MOST   240 /* experiments with parts of windows */
#define UPDATES_MOST 16	 /* … with updates and the loads after them */

struct window {
	size_t begin;
	hd_tid tid, other;
	uint32_t end; /* steps of the thread before the other operation */
};

struct windows {
	struct window list[WINDOWS_MOST];
	unsigned n;
};

static bool is_order(const struct hd_decisive *d)
{
	return !d->choice && !d->interrupts && !d->spurious && !d->late_load;
}

/* x->n: there is no such step. */
static size_t event_of(const struct hd_explainer *x, uint64_t step)
{
	size_t i = 0;

	while (i < x->n && x->events[i].step != step)
		i++;
	return i;
}

/* ---- parts of windows ---- */

/* False: the two orders are not about one thread between two operations of another. */
static bool make_window(const struct hd_explainer *x, const struct hd_decisive *in,
			const struct hd_decisive *out, struct window *w)
{
	size_t begin = event_of(x, in->first), inside = event_of(x, in->second),
	       last = event_of(x, out->first), end = out->ahead ? x->n : event_of(x, out->second);

	if (begin == x->n || inside == x->n || last == x->n || (end == x->n && !out->ahead))
		return false;
	*w = (struct window){.begin = begin,
			     .tid = x->events[begin].tid,
			     .other = x->events[inside].tid,
			     .end = out->ahead ? out->later_done : x->done[end]};
	return w->tid == (out->ahead ? out->later.tid : x->events[end].tid) &&
	       w->other == x->events[last].tid && begin < last;
}

static bool is_known(const struct windows *all, const struct window *w)
{
	for (unsigned i = 0; i < all->n; i++)
		if (all->list[i].begin == w->begin && all->list[i].other == w->other &&
		    all->list[i].end == w->end)
			return true;
	return false;
}

static void find_windows(const struct hd_explainer *x, struct windows *all)
{
	all->n = 0;
	for (size_t i = 0; i < x->found->n; i++)
		for (size_t k = 0; k < x->found->n; k++) {
			const struct hd_decisive *in = &x->found->list[i], *out = &x->found->list[k];
			struct window w;

			if (is_order(in) && !in->ahead && is_order(out) && all->n < WINDOWS_MOST &&
			    make_window(x, in, out, &w) && !is_known(all, &w))
				all->list[all->n++] = w;
		}
}

static bool is_part(const struct hd_wire_event *e)
{
	return hd_event_flags[e->op.kind] & (HD_F_ACCESS | HD_F_SYNC) && e->op.kind != HD_UNLOCK;
}

/* How many steps the other thread has made before each of its operations in the window. Returns how many
 * operations there are. */
static unsigned find_parts(const struct hd_explainer *x, const struct window *w, uint32_t *steps)
{
	unsigned n = 0;

	for (size_t i = w->begin + 1; i < x->n; i++) {
		if (x->events[i].tid == w->tid && x->done[i] >= w->end)
			break;
		if (x->events[i].tid != w->other || !is_part(&x->events[i]) || n == PART_MOST)
			continue;
		steps[n++] = x->done[i];
	}
	return n;
}

/* The other thread goes on to its step number `from` before the window, and to `to` in it. */
static void put_part(struct hd_explainer *x, const struct window *w, uint32_t from, uint32_t to)
{
	if (!w->begin)
		return;
	hd_outline_up_to(x, w->begin - 1);
	hd_outline_add(&x->try, w->other, from);
	hd_outline_add(&x->try, w->tid, w->end);
	hd_outline_add(&x->try, w->other, to);
	hd_outline_add(&x->try, w->tid, UINT32_MAX);
	hd_explainer_passes(x);
}

static void try_parts(struct hd_explainer *x, const struct window *w)
{
	uint32_t steps[PART_MOST];
	unsigned n = find_parts(x, w, steps);

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = i; k < n && !x->trials.over; k++)
			if (n <= FEW_PARTS || !i || k + 1 == n || k <= i + 1)
				put_part(x, w, steps[i], steps[k] + 1);
}

void hd_try_parts_of_windows(struct hd_explainer *x)
{
	bool sampling = x->sampling;
	struct windows all;

	if (x->n > LONG_RUN || x->trials.repeats > 1)
		return;
	if (x->trials.over && x->trials.runs >= x->trials.runs_most)
		x->trials.over = false;
	x->trials.runs_most = x->trials.runs + PARTS_MOST;
	x->sampling = true;
	find_windows(x, &all);
	for (unsigned i = 0; i < all.n && !x->trials.over; i++)
		try_parts(x, &all.list[i]);
	x->sampling = sampling;
}

/* ---- a read that comes too late after an update ---- */

/* What the thread of event i updates in one step it loads next at the event that is returned; x->n: it does
 * not, or no other thread has updated it meanwhile. In *meanwhile the last time that one has. */
static size_t late_load(const struct hd_explainer *x, size_t i, size_t *meanwhile)
{
	const struct hd_wire_event *e = x->events, *a = &e[i];
	bool any = false;

	for (size_t k = i + 1; k < x->n; k++) {
		if (e[k].op.addr != a->op.addr || !(hd_event_flags[e[k].op.kind] & HD_F_ACCESS))
			continue;
		if (e[k].tid == a->tid)
			return any && e[k].op.kind == HD_ATOMIC_LOAD ? k : x->n;
		if (hd_event_flags[e[k].op.kind] & HD_F_WRITE && e[k].op.kind != HD_FREE) {
			*meanwhile = k;
			any = true;
		}
	}
	return x->n;
}

/* As recorded, but the thread of event i goes on until it has carried out event `end`. */
static void close_window(struct hd_explainer *x, size_t i, size_t end)
{
	hd_tid tid = x->events[i].tid;

	hd_outline_up_to(x, i);
	hd_outline_add(&x->try, tid, x->done[end] + 1);
	for (size_t k = i + 1; k < x->n; k++)
		if (x->events[k].tid != tid)
			hd_outline_add(&x->try, x->events[k].tid, x->done[k] + 1);
}

void hd_close_update_windows(struct hd_explainer *x)
{
	unsigned tried = 0;

	for (size_t i = x->n; i-- > 0 && tried < UPDATES_MOST && x->n <= LONG_RUN && !x->trials.over;) {
		size_t meanwhile = x->n, end = x->n;
		uint64_t alike = x->alike;

		if (x->events[i].op.kind == HD_ATOMIC_RMW)
			end = late_load(x, i, &meanwhile);
		if (end == x->n)
			continue;
		tried++;
		close_window(x, i, end);
		hd_explainer_passes(x);
		if (x->alike == alike && !x->trials.over)
			hd_add_decisive(x, (struct hd_decisive){.late_load = true,
								.first = x->events[i].step,
								.second = x->events[meanwhile].step,
								.look = x->events[end].step});
	}
}
