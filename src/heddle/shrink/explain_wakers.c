/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_wakers.h"

#include <string.h>

#define THREADS_MOST 64
#define ROUNDS	     3 /* in which the threads run as far as they come    */
#define TRIES_MOST   8 /* experiments in which they come to their waits first */

static bool waits(const struct hd_wire_event *e)
{
	return e->op.kind == HD_COND_WAIT || e->op.kind == HD_FUTEX_WAIT;
}

static bool wakes(const struct hd_wire_event *e, const struct hd_wire_event *wait)
{
	return e->op.addr == wait->op.addr &&
	       (e->op.kind == HD_SIGNAL || e->op.kind == HD_BROADCAST || e->op.kind == HD_FUTEX_WAKE);
}

/* Both wait at the same place, called from the same places as far as `callers` tells. */
static bool is_same_wait(const struct hd_wire_event *a, const struct hd_wire_event *b, unsigned callers)
{
	return a->op.kind == b->op.kind && a->op.site == b->op.site &&
	       !memcmp(a->callers, b->callers, callers * sizeof *a->callers);
}

/* The wait with which the thread ends, and nothing that has woken anyone there since it came to that place;
 * x->n: that is not so. */
static size_t last_wait(const struct hd_explainer *x, hd_tid tid)
{
	size_t last = x->n, before = x->n;

	for (size_t i = 0; i < x->n; i++)
		if (x->events[i].tid == tid) {
			before = last;
			last = i;
		}
	if (last == x->n || !waits(&x->events[last]) ||
	    (before < x->n && x->events[before].op.kind == HD_RELOCK))
		return x->n;
	for (size_t i = last + 1; i < x->n; i++)
		if (wakes(&x->events[i], &x->events[last]))
			return x->n;
	return last;
}

/* The threads that wake one in this run that waits like that, as bits. */
static uint64_t wakers_in(const struct hd_kept_run *run, const struct hd_wire_event *like, unsigned callers)
{
	uint64_t wakers = 0;

	for (size_t i = 0; i < run->n; i++) {
		const struct hd_wire_event *wait = &run->events[i];

		if (!is_same_wait(wait, like, callers))
			continue;
		for (size_t k = i + 1; k < run->n && run->events[k].tid != wait->tid; k++)
			if (wakes(&run->events[k], wait) && run->events[k].tid < THREADS_MOST) {
				wakers |= UINT64_C(1) << run->events[k].tid;
				break;
			}
	}
	return wakers;
}

/* The threads that end with a wait, as bits. */
static uint64_t find_waiters(const struct hd_explainer *x)
{
	uint64_t waiters = 0;

	for (hd_tid tid = 0; tid < THREADS_MOST; tid++)
		if (last_wait(x, tid) < x->n)
			waiters |= UINT64_C(1) << tid;
	return waiters;
}

/* Each of them goes on as far as it comes, one after the other. */
static void let_waiters_go(struct hd_explainer *x, uint64_t waiters)
{
	for (unsigned round = 0; round < ROUNDS; round++)
		for (hd_tid tid = 0; tid < THREADS_MOST; tid++)
			if (waiters >> tid & 1)
				hd_outline_add(&x->try, tid, UINT32_MAX);
}

static size_t event_of(const struct hd_explainer *x, uint64_t step)
{
	size_t i = 0;

	while (i < x->n && x->events[i].step != step)
		i++;
	return i;
}

/* In the experiments that passed the threads may have had no need to wait there. In these they come to their
 * waits first. */
static void make_them_wait(struct hd_explainer *x, uint64_t waiters)
{
	bool sampling = x->sampling;
	unsigned tried = 0;

	x->sampling = true;
	x->trials.over = false;
	x->trials.runs_most = x->trials.runs + TRIES_MOST;
	for (size_t i = 0; i < x->found->n && tried < TRIES_MOST && !x->trials.over; i++) {
		const struct hd_decisive *d = &x->found->list[i];
		size_t hold = event_of(x, d->hold), second = event_of(x, d->second);

		if (!d->held || d->ahead || hold == x->n || second == x->n)
			continue;
		hd_outline_with_hold(x, hold, second);
		let_waiters_go(x, waiters);
		hd_explainer_passes(x);
		tried++;
	}
	x->sampling = sampling;
}

/* The threads that wake one that waits like this one, in any run that passes; with as many callers as can be.
 */
static uint64_t wakers_of(const struct hd_explainer *x, size_t wait)
{
	uint64_t wakers = 0;

	for (unsigned callers = HD_CALLERS; wait < x->n && callers > 0 && !wakers; callers--)
		for (unsigned i = 0; i < x->passing.n; i++)
			wakers |= wakers_in(&x->passing.list[i], &x->events[wait], callers);
	return wakers;
}

/* The threads that this one waits for, and those that they wait for, and so on, that one included; 0: one of
 * them does not wait, or it is not known for whom. */
static uint64_t wait_for_each_other(const struct hd_explainer *x, uint64_t waiters, hd_tid tid)
{
	uint64_t all = UINT64_C(1) << tid, before = 0;

	while (all != before) {
		before = all;
		for (hd_tid t = 0; t < THREADS_MOST; t++) {
			uint64_t wakers = before >> t & 1 ? wakers_of(x, last_wait(x, t)) : all;

			if (!wakers || wakers & ~waiters)
				return 0;
			all |= wakers;
		}
	}
	return all;
}

static bool find_circle(struct hd_explainer *x, uint64_t waiters)
{
	for (hd_tid tid = 0; tid < THREADS_MOST; tid++) {
		uint64_t circle = waiters >> tid & 1 ? wait_for_each_other(x, waiters, tid) : 0;

		/* others wait for what these have to do: it is not just two that do not agree */
		if (circle & (circle - 1) && waiters & ~circle) {
			x->found->each_other = circle;
			return true;
		}
	}
	return false;
}

void hd_find_wakers(struct hd_explainer *x)
{
	uint64_t waiters = find_waiters(x);

	if (!(waiters & (waiters - 1)) || find_circle(x, waiters))
		return;
	make_them_wait(x, waiters);
	find_circle(x, waiters);
}
