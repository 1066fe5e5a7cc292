/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/idiom.h"

#include "analysis/iroots/role.h"
#include "base/rng.h"

#define NEAR_TOUCHES 4 /* that a location leads to at once */

/* What is known of a location: the last write (or unlock), and what was read since, by each thread. */
struct hd_idiom_touch { /* the last operation of a thread at a location */
	struct hd_idiom_op op;
	struct hd_idiom_op before; /* the one before that; index UINT32_MAX: none */
	bool since_write;	   /* a read that no write followed */
	bool listed;		   /* among the readers of its location */
	struct hd_idiom_touch *next, *next_reader;
};

struct hd_idiom_location {
	uint64_t addr;
	struct hd_idiom_op write;	/* kind HD_NONE: none */
	struct hd_idiom_touch *readers; /* since then, and threads that have written since they read */
	struct hd_idiom_touch
	    *near[NEAR_TOUCHES]; /* of threads that were here last, by id modulo their number */
	struct hd_idiom_location *next;
};

struct dependency {
	struct hd_idiom_op from, to;
};

struct hd_idiom_pair { /* of threads, a < b */
	hd_tid a, b;
	struct dependency recent[HD_IDIOM_REMEMBERS]; /* a ring */
	unsigned n;				      /* ever */
	struct hd_idiom_pair *next;
};

#define NONE UINT32_MAX

void hd_idioms_begin(struct hd_idioms *o)
{
	o->run++;
	o->order = 0;
}

static uint32_t next_index(struct hd_idioms *o, hd_tid t)
{
	if (o->thread_run[t] != o->run) {
		o->thread_run[t] = o->run;
		o->thread_ops[t] = 0;
	}
	return o->thread_ops[t]++;
}

static struct hd_idiom_location *location_of(struct hd_idioms *o, uint64_t addr)
{
	void **chain = hd_bucket_of(o->locations, HD_IDIOM_BUCKETS, o->run, addr);
	struct hd_idiom_location *l;

	for (l = *chain; l; l = l->next)
		if (l->addr == addr)
			return l;
	l = hd_arena_take(o->arena, sizeof *l);
	if (l) {
		*l = (struct hd_idiom_location){.addr = addr, .next = *chain};
		*chain = l;
	}
	return l;
}

/* Of a thread and a location; threads that were there are many in the course of a run, so they are no list.
 */
static void **touch_chain(struct hd_idioms *o, const struct hd_idiom_location *l, hd_tid t)
{
	return hd_bucket_of(o->touches, HD_IDIOM_BUCKETS, o->run, hd_mix64(l->addr + ((uint64_t)t << 48)));
}

static struct hd_idiom_touch *touch_of(struct hd_idioms *o, struct hd_idiom_location *l, hd_tid t)
{
	struct hd_idiom_touch **near = &l->near[t % NEAR_TOUCHES], *x = *near;

	if (!x || x->op.tid == t)
		return x; /* no thread of this number's kind was here, or this one was */
	for (x = *touch_chain(o, l, t); x && !(x->op.tid == t && x->op.at == l);)
		x = x->next;
	if (x)
		*near = x;
	return x;
}

static struct hd_idiom_touch *new_touch(struct hd_idioms *o, struct hd_idiom_location *l, hd_tid t)
{
	struct hd_idiom_touch *x = hd_arena_take(o->arena, sizeof *x);
	void **chain = touch_chain(o, l, t);

	if (!x)
		return NULL;
	*x = (struct hd_idiom_touch){.before.index = NONE, .next = *chain};
	*chain = l->near[t % NEAR_TOUCHES] = x;
	return x;
}

static struct hd_idiom_pair *idiom_pair_of(struct hd_idioms *o, hd_tid t, hd_tid u)
{
	hd_tid a = t < u ? t : u, b = t < u ? u : t;
	void **chain = hd_bucket_of(o->pairs, HD_IDIOM_PAIR_BUCKETS, o->run, ((uint64_t)a << 16) + b);
	struct hd_idiom_pair *p = *chain;

	while (p && !(p->a == a && p->b == b))
		p = p->next;
	if (p)
		return p;
	p = hd_arena_take(o->arena, sizeof *p);
	if (p) {
		p->a = a;
		p->b = b;
		p->n = 0;
		p->next = *chain;
		*chain = p;
	}
	return p;
}

/* ---- compound idioms ---- */

/* The last time that the thread touched the location before `op`, which is its latest there or elsewhere: the
 * index among its operations, or NONE. */
static uint32_t last_touch_before(struct hd_idioms *o, hd_tid t, struct hd_idiom_location *at,
				  const struct hd_idiom_op *op)
{
	const struct hd_idiom_touch *x = touch_of(o, at, t);

	if (!x)
		return NONE;
	if (x->op.order < op->order)
		return x->op.index;
	return x->before.index;
}

static bool idiom_near(const struct hd_idiom_op *first, const struct hd_idiom_op *second)
{
	return second->index - first->index <= HD_IDIOM_WINDOW;
}

static void idiom_add_op(struct hd_iroot *r, const struct hd_idiom_op *op)
{
	r->sites[r->n] = op->site;
	r->kinds[r->n++] = op->kind;
}

static void expose(struct hd_idioms *o, unsigned idiom, const struct hd_idiom_op *a,
		   const struct hd_idiom_op *b, const struct hd_idiom_op *c, const struct hd_idiom_op *d)
{
	struct hd_iroot r = {.idiom = (uint8_t)idiom};

	idiom_add_op(&r, a);
	idiom_add_op(&r, b);
	if (c)
		idiom_add_op(&r, c);
	if (d)
		idiom_add_op(&r, d);
	o->exposed(o->to, &r);
}

/* T1's first part is its last touch of that location before its second part. */
static bool idiom_undisturbed(struct hd_idioms *o, const struct hd_idiom_op *first,
			      const struct hd_idiom_op *second)
{
	return last_touch_before(o, first->tid, first->at, second) == first->index;
}

/* T1 has not touched the location of its second part since its first part. */
static bool untouched_since(struct hd_idioms *o, const struct hd_idiom_op *first,
			    const struct hd_idiom_op *second)
{
	uint32_t last = last_touch_before(o, second->tid, second->at, second);

	return last == NONE || last < first->index;
}

/* old: T1 to T2, new: T2 back to T1. */
static void idiom_there_and_back(struct hd_idioms *o, const struct dependency *old,
				 const struct dependency *new)
{
	const struct hd_idiom_op *a = &old->from, *b = &old->to, *c = &new->from, *d = &new->to;
	bool same = b->at == c->at;

	if (a->order > d->order || !idiom_near(a, d))
		return;
	if (same) {
		if (!idiom_undisturbed(o, a, d))
			return;
		if (b->order == c->order)
			expose(o, 2, a, b, d, NULL);
		else if (b->order < c->order && idiom_near(b, c))
			expose(o, 3, a, b, c, d);
		return;
	}
	if (!idiom_undisturbed(o, a, d) || !untouched_since(o, a, d))
		return;
	if (b->order < c->order && idiom_near(b, c))
		expose(o, 4, a, b, c, d);
	else if (c->order < b->order && idiom_near(c, b) && a->order < b->order && c->order < d->order)
		expose(o, 5, a, b, c, d);
}

/* Both from T1 to T2. */
static void idiom_twice(struct hd_idioms *o, const struct dependency *old, const struct dependency *new)
{
	const struct hd_idiom_op *a = &old->from, *b = &old->to, *c = &new->from, *d = &new->to;

	if (a->at != c->at && a->order < c->order && b->order < d->order && idiom_near(a, c) &&
	    idiom_near(b, d) && idiom_undisturbed(o, b, d))
		expose(o, 6, a, b, c, d);
}

static void join_with_recent(struct hd_idioms *o, struct hd_idiom_pair *p, const struct dependency *new)
{
	unsigned known = p->n < HD_IDIOM_REMEMBERS ? p->n : HD_IDIOM_REMEMBERS;

	for (unsigned i = 0; i < known; i++) {
		const struct dependency *old = &p->recent[i];

		if (old->from.tid == new->from.tid)
			idiom_twice(o, old, new);
		else
			idiom_there_and_back(o, old, new);
	}
}

static void depends(struct hd_idioms *o, const struct hd_idiom_op *from, const struct hd_idiom_op *to)
{
	struct dependency new = {*from, *to};
	struct hd_idiom_pair *p = idiom_pair_of(o, from->tid, to->tid);

	expose(o, 1, from, to, NULL, NULL);
	if (!p)
		return;
	join_with_recent(o, p, &new);
	p->recent[p->n++ % HD_IDIOM_REMEMBERS] = new;
}

/* ---- dependencies ---- */

/* A write follows all reads since the last write, of other threads. */
static void follow_reads(struct hd_idioms *o, struct hd_idiom_location *l, const struct hd_idiom_op *op)
{
	for (struct hd_idiom_touch *x = l->readers; x; x = x->next_reader) {
		if (x->since_write && x->op.tid != op->tid && !(hd_event_flags[x->op.kind] & HD_F_WRITE))
			depends(o, &x->op, op);
		x->since_write = x->listed = false;
	}
	l->readers = NULL;
}

static void idiom_touch(struct hd_idioms *o, struct hd_idiom_location *l, const struct hd_idiom_op *op,
			bool reads)
{
	struct hd_idiom_touch *x = touch_of(o, l, op->tid);

	if (x)
		x->before = x->op;
	else if (!(x = new_touch(o, l, op->tid)))
		return;
	x->op = *op;
	x->since_write = reads;
	if (!reads || x->listed)
		return;
	x->listed = true;
	x->next_reader = l->readers;
	l->readers = x;
}

void hd_idioms_see(struct hd_idioms *o, hd_tid t, const struct hd_op *op)
{
	enum hd_role role = hd_role_of(op->kind);
	struct hd_idiom_location *l;
	struct hd_idiom_op now = {.site = op->site, .tid = t, .kind = op->kind};

	if (role == HD_NO_ROLE || !op->addr || o->arena->full)
		return;
	now.order = o->order++;
	now.index = next_index(o, t);
	now.at = l = location_of(o, op->addr);
	if (!l)
		return;
	idiom_touch(o, l, &now, role == HD_READS);
	if (l->write.kind != HD_NONE && l->write.tid != t && role != HD_GIVES)
		depends(o, &l->write, &now);
	if (role == HD_WRITES)
		follow_reads(o, l, &now);
	if (hd_role_sets(role))
		l->write = now;
}
