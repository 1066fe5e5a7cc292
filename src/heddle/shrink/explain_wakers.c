/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/explain_wakers.h"

#include <string.h>

#define THREADS_MOST 64

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

/* The threads that end with such a wait, as bits. */
static uint64_t waiters_like(const struct hd_explainer *x, size_t wait, unsigned callers)
{
	uint64_t waiters = 0;

	for (hd_tid tid = 0; tid < THREADS_MOST; tid++) {
		size_t last = last_wait(x, tid);

		if (last < x->n && is_same_wait(&x->events[last], &x->events[wait], callers))
			waiters |= UINT64_C(1) << tid;
	}
	return waiters;
}

/* Some thread ends with another wait. */
static bool others_wait(const struct hd_explainer *x, uint64_t waiters)
{
	for (hd_tid tid = 0; tid < THREADS_MOST; tid++)
		if (last_wait(x, tid) < x->n && !(waiters >> tid & 1))
			return true;
	return false;
}

/* Threads that wait like this one wait for each other: those of a pool, say, for which others wait. */
static bool wait_for_each_other(struct hd_explainer *x, size_t wait, unsigned callers)
{
	uint64_t waiters = waiters_like(x, wait, callers), wakers = 0;

	if (!(waiters & (waiters - 1)) || !others_wait(x, waiters))
		return false;
	for (unsigned i = 0; i < x->passing.n; i++)
		wakers |= wakers_in(&x->passing.list[i], &x->events[wait], callers);
	if (!wakers || wakers & ~waiters)
		return false;
	x->found->each_other = waiters;
	return true;
}

void hd_find_wakers(struct hd_explainer *x)
{
	for (hd_tid tid = 0; tid < THREADS_MOST; tid++) {
		size_t wait = last_wait(x, tid);

		for (unsigned callers = HD_CALLERS; wait < x->n && callers > 0; callers--)
			if (wait_for_each_other(x, wait, callers))
				return;
	}
}
