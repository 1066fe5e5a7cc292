/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/lockorder.h"

#include <string.h>

void hd_lockorder_begin(struct hd_lockorder *l)
{
	l->run++;
	l->nedges = 0;
}

static void **lockorder_bucket_of(struct hd_lockorder *l, uint64_t lock)
{
	return hd_bucket_of(l->buckets, HD_EDGE_BUCKETS, l->run, lock);
}

/* ---- which cycles are possible ---- */

/* The later one is asked for only after the earlier request was granted: they cannot both be stuck. */
static bool ordered(const struct hd_lock_edge *a, const struct hd_lock_edge *b)
{
	return a->time <= hd_vclock_get(&b->clock, a->tid) || b->time <= hd_vclock_get(&a->clock, b->tid);
}

/* Both threads hold one lock at their requests, at least one of them exclusively: they cannot be there at the
 * same time. */
static bool kept_apart(const struct hd_lock_edge *a, const struct hd_lock_edge *b)
{
	for (unsigned i = 0; i < a->nheld; i++)
		for (unsigned k = 0; k < b->nheld; k++)
			if (a->held[i].lock == b->held[k].lock && !(a->held[i].shared && b->held[k].shared))
				return true;
	return false;
}

static bool may_meet(const struct hd_lock_edge *a, const struct hd_lock_edge *b)
{
	return a->tid != b->tid && !ordered(a, b) && !kept_apart(a, b);
}

/* The thread of edge a would wait for the thread of edge b. */
static bool lockorder_waits_for(const struct hd_lock_edge *a, const struct hd_lock_edge *b)
{
	return a->wants.lock == b->has.lock && !(a->wants.shared && b->has.shared);
}

static bool lockorder_fits(const struct hd_lock_edge *const *path, unsigned n, const struct hd_lock_edge *e)
{
	if (!lockorder_waits_for(path[n - 1], e))
		return false;
	for (unsigned i = 0; i < n; i++)
		if (!may_meet(path[i], e))
			return false;
	return true;
}

static void lockorder_search(struct hd_lockorder *l, const struct hd_lock_edge **path, unsigned n)
{
	if (n > 1 && lockorder_waits_for(path[n - 1], path[0])) {
		l->found(l->to, path, n);
		return;
	}
	for (const struct hd_lock_edge *e = *lockorder_bucket_of(l, path[n - 1]->wants.lock); e; e = e->next)
		if (lockorder_fits(path, n, e)) {
			if (hd_arena_table_full(l->arena, HD_FULL_LOCK_CYCLE, n))
				return;
			path[n] = e;
			lockorder_search(l, path, n + 1);
		}
}

/* ---- the edges ---- */

static bool same_lock(const struct hd_held_lock *a, const struct hd_held_lock *b)
{
	return a->lock == b->lock && a->site == b->site && a->shared == b->shared;
}

/* Two requests that can do no more than one of them: the same thread, in the same place, with the same locks,
 * and nothing learnt of other threads in between. */
static bool lockorder_same(const struct hd_lock_edge *a, const struct hd_lock_edge *b)
{
	if (a->tid != b->tid || a->time != b->time || a->nheld != b->nheld || !same_lock(&a->has, &b->has) ||
	    !same_lock(&a->wants, &b->wants))
		return false;
	for (unsigned i = 0; i < a->nheld; i++)
		if (!same_lock(&a->held[i], &b->held[i]))
			return false;
	return true;
}

static bool lockorder_is_known(struct hd_lockorder *l, const struct hd_lock_edge *edge)
{
	for (const struct hd_lock_edge *e = *lockorder_bucket_of(l, edge->has.lock); e; e = e->next)
		if (lockorder_same(e, edge))
			return true;
	return false;
}

static void lockorder_add(struct hd_lockorder *l, const struct hd_lock_edge *edge,
			  const struct hd_vclock *clock)
{
	const struct hd_lock_edge *path[HD_MAX_LOCK_CYCLE];
	struct hd_lock_edge *e;

	if (lockorder_is_known(l, edge) || hd_arena_table_full(l->arena, HD_FULL_LOCK_EDGES, l->nedges) ||
	    !(e = hd_arena_take(l->arena, sizeof *e)))
		return;
	*e = *edge;
	hd_vclock_copy(&e->clock, clock, l->arena);
	if (l->arena->full)
		return;
	l->nedges++;
	path[0] = e;
	lockorder_search(l, path, 1);
	e->next = *lockorder_bucket_of(l, e->has.lock);
	*lockorder_bucket_of(l, e->has.lock) = e;
}

void hd_lockorder_request(struct hd_lockorder *l, hd_tid t, const struct hd_held_lock *wants,
			  uint32_t context, const struct hd_held_lock *held, unsigned nheld)
{
	const struct hd_vclock *clock = hd_order_weak(l->order, t);
	struct hd_lock_edge edge = {
	    .wants = *wants, .tid = t, .context = context, .time = hd_vclock_get(clock, t)};

	while (edge.nheld < nheld && !hd_arena_table_full(l->arena, HD_FULL_LOCKS_HELD, edge.nheld))
		edge.nheld++;
	memcpy(edge.held, held, edge.nheld * sizeof *held);
	for (unsigned i = 0; i < edge.nheld; i++) {
		edge.has = held[i];
		if (held[i].lock != wants->lock)
			lockorder_add(l, &edge, clock);
	}
}
