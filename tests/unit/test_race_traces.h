/* SPDX-License-Identifier: Apache-2.0
 *
 * Random traces of a few threads for tests of the race analysis: their order by definition (edges between
 * operations, and their transitive closure), and how they are told to the analysis. */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/order.h"
#include "analysis/race.h"
#include "base/rng.h"
#include "test_analysis.h"

#define LENGTH	  24
#define THREADS	  4
#define LOCKS	  2
#define LOCATIONS 3

enum kind {
	READ,
	WRITE,
	LOCK,
	UNLOCK,
	RDLOCK,
	RDUNLOCK,
	SEND,
	RECEIVE,
	LOAD,
	STORE,
	RMW,
	FENCE,
	ALOAD,
	ASTORE
};

struct op {
	enum kind kind;
	hd_tid t;
	unsigned x; /* which lock, object or location */
	enum hd_memory_order order;
	uint64_t addr, size; /* of an access */
};

static struct op trace[LENGTH];
static unsigned length;
static bool before[LENGTH][LENGTH]; /* happens-before, by definition */

static struct hd_race race;

static uint64_t location(unsigned x)
{
	return 0x1000 + 8 * x;
}

static uint64_t object(unsigned x)
{
	return 0x9000 + 64 * x;
}

static void make_race(void)
{
	make_order(1 << 22);
	race = (struct hd_race){.order = &order,
				.arena = &arena,
				.shadow.buckets = calloc(HD_RACE_BUCKETS, sizeof *race.shadow.buckets)};
}

static void free_race(void)
{
	free_order();
	free(race.shadow.buckets);
}

/* ---- random traces ---- */

/* Locks are used as locks are: an exclusive holder is alone, and who unlocks holds it. */
static int holder[LOCKS];	/* -1: free */
static unsigned readers[LOCKS]; /* bit set of threads */

static bool possible(const struct op *o)
{
	switch (o->kind) {
	case LOCK:
		return holder[o->x] < 0 && !readers[o->x];
	case UNLOCK:
		return holder[o->x] == o->t;
	case RDLOCK:
		return holder[o->x] < 0 && !(readers[o->x] >> o->t & 1);
	case RDUNLOCK:
		return readers[o->x] >> o->t & 1;
	default:
		return true;
	}
}

static void carry_out(const struct op *o)
{
	switch (o->kind) {
	case LOCK:
		holder[o->x] = o->t;
		break;
	case UNLOCK:
		holder[o->x] = -1;
		break;
	case RDLOCK:
		readers[o->x] |= 1u << o->t;
		break;
	case RDUNLOCK:
		readers[o->x] &= ~(1u << o->t);
		break;
	default:
		break;
	}
}

static unsigned range_of(enum kind kind)
{
	switch (kind) {
	case READ:
	case WRITE:
	case ALOAD:
	case ASTORE:
		return LOCATIONS;
	default:
		return LOCKS;
	}
}

static struct op random_op(struct hd_rng *rng)
{
	static const enum hd_memory_order orders[] = {HD_RELAXED, HD_RELAXED, HD_ACQUIRE, HD_RELEASE,
						      HD_SEQ_CST};
	struct op o = {.kind = (enum kind)hd_rng_below(rng, 14), .t = (hd_tid)hd_rng_below(rng, THREADS)};

	o.x = (unsigned)hd_rng_below(rng, range_of(o.kind));
	o.order = orders[hd_rng_below(rng, 5)];
	o.addr = location(o.x);
	o.size = 4;
	return o;
}

static void make_trace(uint64_t seed)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	memset(holder, 0xff, sizeof holder);
	memset(readers, 0, sizeof readers);
	for (length = 0; length < LENGTH;) {
		struct op o = random_op(&rng);

		if (!possible(&o))
			continue;
		carry_out(&o);
		trace[length++] = o;
	}
}

/* ---- by definition ---- */

static bool acquires(enum hd_memory_order o)
{
	return o == HD_ACQUIRE || o == HD_SEQ_CST;
}

static bool releases(enum hd_memory_order o)
{
	return o == HD_RELEASE || o == HD_SEQ_CST;
}

static bool stores(const struct op *o)
{
	return o->kind == STORE || o->kind == RMW;
}

static bool loads(const struct op *o)
{
	return o->kind == LOAD || o->kind == RMW;
}

/* The store at i goes on with a release sequence that its thread has a part in, whoever began it. (C11 wants
 * the thread to have begun it. That is more than can be remembered for each, and the difference can hide a
 * race, but not invent one.) */
static bool goes_on(unsigned i)
{
	if (releases(trace[i].order))
		return false;
	for (unsigned k = i; k-- > 0;) {
		if (!stores(&trace[k]) || trace[k].x != trace[i].x)
			continue;
		if (trace[k].t == trace[i].t && releases(trace[k].order))
			return true;
		if (trace[k].kind == STORE && !goes_on(k))
			return false;
	}
	return false;
}

/* The read at r takes its value from the release sequence that the store at w heads: w itself, or only
 * read-modify-writes of it, and stores that go on with it, in between. */
static bool reads_from(unsigned w, unsigned r)
{
	for (unsigned i = w + 1; i < r; i++)
		if (trace[i].kind == STORE && trace[i].x == trace[w].x && !goes_on(i))
			return false;
	return true;
}

/* Is there a fence of the thread at i, with what it should do, after i and up to the end (acquire), or before
 * it (release)? Calls edge() with each place where the order begins or ends. */
static bool fence_before(unsigned f, unsigned i)
{
	return trace[f].kind == FENCE && trace[f].t == trace[i].t && f < i && releases(trace[f].order);
}

static bool fence_after(unsigned f, unsigned i)
{
	return trace[f].kind == FENCE && trace[f].t == trace[i].t && f > i && acquires(trace[f].order);
}

static void synchronise(unsigned w, unsigned r)
{
	for (unsigned from = 0; from <= w; from++) {
		if (!(from == w ? releases(trace[w].order) : fence_before(from, w)))
			continue;
		for (unsigned to = r; to < length; to++)
			if (to == r ? acquires(trace[r].order) : fence_after(to, r))
				before[from][to] = true;
	}
}

static void direct_edge(unsigned i, unsigned k)
{
	const struct op *a = &trace[i], *b = &trace[k];
	bool same = a->x == b->x;

	if (a->t == b->t)
		before[i][k] = true;
	if (same && a->kind == UNLOCK && (b->kind == LOCK || b->kind == RDLOCK))
		before[i][k] = true;
	if (same && a->kind == RDUNLOCK && b->kind == LOCK)
		before[i][k] = true;
	if (same && a->kind == SEND && b->kind == RECEIVE)
		before[i][k] = true;
	if (same && stores(a) && loads(b) && reads_from(i, k))
		synchronise(i, k);
}

static void define_order(void)
{
	memset(before, 0, sizeof before);
	for (unsigned i = 0; i < length; i++)
		for (unsigned k = i + 1; k < length; k++)
			direct_edge(i, k);
	for (unsigned m = 0; m < length; m++)
		for (unsigned i = 0; i < length; i++)
			for (unsigned k = 0; k < length; k++)
				before[i][k] |= before[i][m] && before[m][k];
}

static bool is_access(const struct op *o)
{
	return o->kind == READ || o->kind == WRITE || o->kind == ALOAD || o->kind == ASTORE;
}

/* … if they touch the same byte. */
static bool races_where_both_touch(unsigned i, unsigned k)
{
	const struct op *a = &trace[i], *b = &trace[k];
	bool write = a->kind == WRITE || b->kind == WRITE || a->kind == ASTORE || b->kind == ASTORE;
	bool plain = a->kind == READ || a->kind == WRITE || b->kind == READ || b->kind == WRITE;

	return is_access(a) && is_access(b) && a->t != b->t && write && plain && !before[i][k];
}

/* ---- as the analysis sees it ---- */

static void see(const struct op *o)
{
	struct hd_race_access a = {.tid = o->t,
				   .write = o->kind == WRITE || o->kind == ASTORE,
				   .atomic = o->kind == ALOAD || o->kind == ASTORE};

	switch (o->kind) {
	case LOCK:
	case RDLOCK:
		hd_order_locked(&order, o->t, object(o->x), o->kind == RDLOCK);
		break;
	case UNLOCK:
	case RDUNLOCK:
		hd_order_unlocked(&order, o->t, object(o->x), o->kind == RDUNLOCK);
		break;
	case SEND:
		hd_order_send(&order, o->t, object(10 + o->x));
		break;
	case RECEIVE:
		hd_order_receive(&order, o->t, object(10 + o->x));
		break;
	case LOAD:
		hd_order_load(&order, o->t, object(20 + o->x), o->order);
		break;
	case STORE:
		hd_order_store(&order, o->t, object(20 + o->x), o->order);
		break;
	case RMW:
		hd_order_rmw(&order, o->t, object(20 + o->x), o->order);
		break;
	case FENCE:
		hd_order_fence(&order, o->t, o->order);
		break;
	default:
		hd_race_see(&race, &a, o->addr, o->size);
	}
}
