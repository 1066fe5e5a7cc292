/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/idiom.h"

#include "base/rng.h"

#define NEAR_TOUCHES 4 /* that a location leads to at once */

/* What is known of a cell: the last write (or unlock), and what was read since, by each thread. */
struct hd_idiom_touch { /* the last operation of a thread at a location */
	struct hd_idiom_op op;
	struct hd_idiom_op before; /* the one before that; index UINT32_MAX: none */
	bool since_write;	   /* a read that no write followed */
	bool listed;		   /* among the readers of its location */
	const struct hd_idiom_location *at;
	struct hd_idiom_touch *next, *next_reader, *next_here;
};

struct hd_idiom_location {
	struct hd_idiom_op write;	/* kind HD_NONE: none */
	struct hd_idiom_op holder;	/* of a lock: who took it, and has not given it back */
	struct hd_idiom_touch *touches; /* of each thread */
	struct hd_idiom_touch *readers; /* since then, and threads that have written since they read */
	struct hd_idiom_touch
	    *near[NEAR_TOUCHES]; /* of threads that were here last, by id modulo their number */
};

struct dependency {
	struct hd_idiom_op from, to;
	struct hd_span span; /* that both touch */
};

struct hd_idiom_pair { /* of threads, a < b */
	hd_tid a, b;
	struct dependency *recent; /* a ring */
	unsigned size, n;	   /* of the ring, and how many there were since it has this size */
	struct hd_idiom_pair *next;
};

#define NONE UINT32_MAX

static void *divide_location(void *to, void *data);

void hd_idioms_begin(struct hd_idioms *o)
{
	o->run++;
	o->order = 0;
	o->cells.arena = o->arena;
	o->cells.divide = divide_location;
	o->cells.to = o;
	hd_byte_cells_begin(&o->cells);
}

static struct hd_idiom_thread *idiom_thread(struct hd_idioms *o, hd_tid t)
{
	struct hd_idiom_thread *x = &o->threads[t];

	if (x->run != o->run)
		*x = (struct hd_idiom_thread){.run = o->run};
	return x;
}

static struct hd_idiom_location *location_of(struct hd_idioms *o, struct hd_byte_cell *cell)
{
	if (!cell->data) {
		struct hd_idiom_location *l = hd_arena_take(o->arena, sizeof *l);

		if (l)
			*l = (struct hd_idiom_location){0};
		cell->data = l;
	}
	return cell->data;
}

/* Of a thread and a location; threads that were there are many in the course of a run, so they are no list.
 */
static void **touch_chain(struct hd_idioms *o, const struct hd_idiom_location *l, hd_tid t)
{
	return hd_bucket_of(o->touches, HD_IDIOM_BUCKETS, o->run,
			    hd_mix64((uint64_t)(uintptr_t)l + ((uint64_t)t << 48)));
}

static struct hd_idiom_touch *touch_of(struct hd_idioms *o, struct hd_idiom_location *l, hd_tid t)
{
	struct hd_idiom_touch **near = &l->near[t % NEAR_TOUCHES], *x = *near;

	if (!x || x->op.tid == t)
		return x; /* no thread of this number's kind was here, or this one was */
	for (x = *touch_chain(o, l, t); x && !(x->op.tid == t && x->at == l);)
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
	*x = (struct hd_idiom_touch){.before.index = NONE, .at = l, .next = *chain, .next_here = l->touches};
	*chain = l->near[t % NEAR_TOUCHES] = l->touches = x;
	return x;
}

static void list_reader(struct hd_idiom_location *l, struct hd_idiom_touch *x)
{
	x->listed = true;
	x->next_reader = l->readers;
	l->readers = x;
}

/* What is known of a location that was divided holds for both parts. */
static void *divide_location(void *to, void *data)
{
	const struct hd_idiom_location *old = data;
	struct hd_idioms *o = to;
	struct hd_idiom_location *l = hd_arena_take(o->arena, sizeof *l);

	if (!l)
		return NULL;
	*l = (struct hd_idiom_location){.write = old->write, .holder = old->holder};
	for (const struct hd_idiom_touch *x = old->touches; x; x = x->next_here) {
		struct hd_idiom_touch *copy = new_touch(o, l, x->op.tid);

		if (!copy)
			return NULL;
		copy->op = x->op;
		copy->before = x->before;
		copy->since_write = x->since_write;
		if (x->listed)
			list_reader(l, copy);
	}
	return l;
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
	p = hd_arena_take(o->arena, sizeof *p + HD_IDIOM_REMEMBERS * sizeof *p->recent);
	if (p) {
		*p = (struct hd_idiom_pair){.a = a,
					    .b = b,
					    .recent = (struct dependency *)(p + 1),
					    .size = HD_IDIOM_REMEMBERS,
					    .next = *chain};
		*chain = p;
	}
	return p;
}

/* ---- compound idioms ---- */

/* The thread has touched some of the bytes after its operation `first` and before `last`, the one under way.
 */
static bool touched_between(struct hd_idioms *o, const struct hd_span *span, const struct hd_idiom_op *first,
			    const struct hd_idiom_op *last)
{
	struct hd_byte_cell *cell = hd_byte_cells_find(&o->cells, span->addr);

	for (; (cell = hd_byte_cell_until(cell, span->addr + span->size)); cell = cell->next[0]) {
		const struct hd_idiom_touch *x = cell->data ? touch_of(o, cell->data, first->tid) : NULL;
		uint32_t index;

		if (!x)
			continue;
		index = x->op.order < last->order ? x->op.index : x->before.index;
		if (index != NONE && index > first->index)
			return true;
	}
	return false;
}

static bool idiom_near(const struct hd_idioms *o, const struct hd_idiom_op *first,
		       const struct hd_idiom_op *second)
{
	return second->index - first->index <= o->window;
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
	hd_iroot_put_in_order(&r);
	o->exposed(o->to, &r);
}

/* old: T1 to T2, new: T2 back to T1. */
static void idiom_there_and_back(struct hd_idioms *o, const struct dependency *old,
				 const struct dependency *new)
{
	const struct hd_idiom_op *a = &old->from, *b = &old->to, *c = &new->from, *d = &new->to;
	bool same = hd_spans_overlap(&old->span, &new->span);

	if (a->order > d->order || !idiom_near(o, a, d) || touched_between(o, &old->span, a, d) ||
	    touched_between(o, &new->span, a, d))
		return;
	if (same && b->order == c->order)
		expose(o, 2, a, b, d, NULL);
	else if (b->order < c->order && idiom_near(o, b, c))
		expose(o, same ? 3 : 4, a, b, c, d);
	else if (!same && c->order < b->order && idiom_near(o, c, b))
		expose(o, 5, a, b, c, d);
}

/* Both from T1 to T2. */
static void idiom_twice(struct hd_idioms *o, const struct dependency *old, const struct dependency *new)
{
	const struct hd_idiom_op *a = &old->from, *b = &old->to, *c = &new->from, *d = &new->to;

	if (!hd_spans_overlap(&old->span, &new->span) && a->order < c->order && b->order < d->order &&
	    idiom_near(o, a, c) && idiom_near(o, b, d) && !touched_between(o, &old->span, b, d))
		expose(o, 6, a, b, c, d);
}

static void join_with_recent(struct hd_idioms *o, struct hd_idiom_pair *p, const struct dependency *new)
{
	unsigned known = p->n < p->size ? p->n : p->size;

	for (unsigned i = 0; i < known; i++) {
		const struct dependency *old = &p->recent[i];

		if (old->from.tid == new->from.tid)
			idiom_twice(o, old, new);
		else
			idiom_there_and_back(o, old, new);
	}
}

/* The ring is twice as large from now on, with the oldest one first. */
static void recent_grow(struct hd_idioms *o, struct hd_idiom_pair *p)
{
	struct dependency *more = hd_arena_take(o->arena, sizeof *more * 2 * p->size);

	if (!more)
		return;
	for (unsigned i = 0; i < p->size; i++)
		more[i] = p->recent[(p->n + i) % p->size];
	p->recent = more;
	p->n = p->size;
	p->size *= 2;
}

/* Remember it instead of the oldest one, unless that can still be joined with what comes. */
static void remember_recent(struct hd_idioms *o, struct hd_idiom_pair *p, const struct dependency *new)
{
	const struct dependency *oldest = &p->recent[p->n % p->size];

	if (o->exactly && p->n >= p->size && p->size < HD_IDIOM_REMEMBERS_MAX &&
	    idiom_thread(o, oldest->from.tid)->ops - oldest->from.index <= o->window)
		recent_grow(o, p);
	p->recent[p->n++ % p->size] = *new;
}

static void depends(struct hd_idioms *o, const struct hd_idiom_op *from, const struct hd_idiom_op *to)
{
	struct dependency new = {*from, *to, hd_span_of_both(&from->span, &to->span)};
	struct hd_idiom_pair *p = idiom_pair_of(o, from->tid, to->tid);

	expose(o, 1, from, to, NULL, NULL);
	if (!p)
		return;
	join_with_recent(o, p, &new);
	remember_recent(o, p, &new);
}

/* ---- dependencies ---- */

#define SEVERAL 8

/* An operation that touches several cells may depend on another one in each of them: that is one dependency.
 */
struct followed {
	uint64_t orders[SEVERAL];
	unsigned n;
};

static void follow(struct hd_idioms *o, struct followed *f, const struct hd_idiom_op *from,
		   const struct hd_idiom_op *to)
{
	for (unsigned i = 0; i < f->n && i < SEVERAL; i++)
		if (f->orders[i] == from->order)
			return;
	f->orders[f->n++ % SEVERAL] = from->order;
	depends(o, from, to);
}

/* A write follows all reads since the last write, of other threads. */
static void follow_reads(struct hd_idioms *o, struct hd_idiom_location *l, const struct hd_idiom_op *op,
			 struct followed *f)
{
	for (struct hd_idiom_touch *x = l->readers; x; x = x->next_reader) {
		if (x->since_write && x->op.tid != op->tid)
			follow(o, f, &x->op, op);
		x->since_write = x->listed = false;
	}
	l->readers = NULL;
}

static void idiom_touch(struct hd_idioms *o, struct hd_idiom_location *l, const struct hd_idiom_op *op)
{
	struct hd_idiom_touch *x = touch_of(o, l, op->tid);

	if (x)
		x->before = x->op;
	else if (!(x = new_touch(o, l, op->tid)))
		return;
	x->op = *op;
	x->since_write = op->role == HD_READS;
	if (x->since_write && !x->listed)
		list_reader(l, x);
}

/* The operation at one cell, after all its cells were touched. */
static void see_in_cell(struct hd_idioms *o, struct hd_idiom_location *l, const struct hd_idiom_op *op,
			struct followed *f)
{
	if (l->write.kind != HD_NONE && l->write.tid != op->tid && hd_roles_depend(l->write.role, op->role))
		follow(o, f, &l->write, op);
	if (op->role == HD_WRITES)
		follow_reads(o, l, op, f);
	if (hd_role_sets(op->role))
		l->write = *op;
	if (op->role == HD_TAKES || op->role == HD_GIVES)
		l->holder = op->role == HD_TAKES ? *op : (struct hd_idiom_op){0};
}

void hd_idioms_see(struct hd_idioms *o, hd_tid t, const struct hd_op *op, enum hd_role role)
{
	uint64_t addr = hd_role_address(op, role), end = addr + hd_role_size(op, role);
	struct hd_idiom_thread *self = idiom_thread(o, t);
	struct hd_idiom_op now = {.site = op->site, .tid = t, .kind = op->kind, .role = (uint8_t)role};
	struct followed f = {.n = 0};
	struct hd_byte_cell *first, *cell;

	self->wants.kind = HD_NONE;
	if (role == HD_NO_ROLE || !op->addr || o->arena->full)
		return;
	now.order = o->order++;
	now.index = self->ops++;
	first = hd_byte_cells_cover(&o->cells, addr, end - addr);
	if (!first)
		return;
	now.span = (struct hd_span){.addr = addr, .size = end - addr, .born = first->span.born};
	for (cell = first; (cell = hd_byte_cell_until(cell, end)); cell = cell->next[0]) {
		struct hd_idiom_location *l = location_of(o, cell);

		if (!l)
			return;
		idiom_touch(o, l, &now);
	}
	for (cell = first; (cell = hd_byte_cell_until(cell, end)); cell = cell->next[0])
		see_in_cell(o, cell->data, &now, &f);
}

/* ---- locks that threads wait for ---- */

static const struct hd_idiom_location *lock_at(const struct hd_idioms *o, uint64_t addr)
{
	const struct hd_byte_cell *cell = hd_byte_cells_find(&o->cells, addr);

	return cell && cell->span.addr == addr ? cell->data : NULL;
}

void hd_idioms_want(struct hd_idioms *o, hd_tid t, const struct hd_op *op)
{
	uint64_t addr = hd_role_address(op, HD_TAKES);
	struct hd_idiom_op now = {.span = {.addr = addr, .size = 1},
				  .site = op->site,
				  .tid = t,
				  .kind = op->kind,
				  .role = HD_TAKES};
	const struct hd_idiom_location *wanted = lock_at(o, addr), *mine;
	const struct hd_idiom_thread *other;

	idiom_thread(o, t)->wants = now;
	if (!wanted || wanted->holder.kind == HD_NONE || wanted->holder.tid == t)
		return;
	other = idiom_thread(o, wanted->holder.tid);
	mine = other->wants.kind == HD_NONE ? NULL : lock_at(o, other->wants.span.addr);
	if (mine && mine->holder.kind != HD_NONE && mine->holder.tid == t)
		expose(o, 5, &mine->holder, &other->wants, &wanted->holder, &now);
}

void hd_idioms_new_memory(struct hd_idioms *o, uint64_t addr, uint64_t size)
{
	hd_byte_cells_forget(&o->cells, addr, size);
	hd_byte_cells_forget(&o->cells, addr | HD_SPACE_OF_LOCKS, size);
}
