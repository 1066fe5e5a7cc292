/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/profile_history.h"

#define ALIKE 2 /* operations that differ in nothing that matters: of a loop, this turn and the next one */

void *hd_profile_take(struct hd_profile *p, size_t size)
{
	if (p->used + size > HD_PROFILE_MEMORY)
		return NULL;
	p->used += size;
	return hd_arena_take(p->arena, size);
}

static struct hd_profile_place *profile_place_of(struct hd_profile *p, struct hd_byte_cell *cell)
{
	if (!cell->data) {
		struct hd_profile_place *l = hd_profile_take(p, sizeof *l);

		if (l)
			*l = (struct hd_profile_place){0};
		cell->data = l;
	}
	return cell->data;
}

struct hd_profile_history *hd_profile_history_at(struct hd_profile *p, struct hd_byte_cell *cell, hd_tid t)
{
	struct hd_profile_place *l = profile_place_of(p, cell);
	struct hd_profile_history **link, *h;

	if (!l)
		return NULL;
	for (link = &l->histories; *link && (*link)->tid != t;)
		link = &(*link)->next;
	h = *link;
	if (h) {
		*link = h->next;
	} else {
		h = hd_profile_take(p, sizeof *h);
		if (!h)
			return NULL;
		*h = (struct hd_profile_history){.tid = t, .place = l};
	}
	h->next = l->histories;
	l->histories = h;
	return h;
}

static bool is_within(const struct hd_point *x, const struct hd_section *s)
{
	return x->pos && x->pos >= s->begin.pos && x->pos <= s->end.pos;
}

/* Whether the thread's neighbours on the location are in the same section. */
static unsigned position_in(const struct hd_profile_op *op, const struct hd_section *s)
{
	return (unsigned)is_within(&op->prev_set, s) | (unsigned)is_within(&op->next_set, s) << 1 |
	       (unsigned)is_within(&op->next_access, s) << 2;
}

static bool alike(const struct hd_profile_op *a, const struct hd_profile_op *b)
{
	const struct hd_locks *in_a = a->at.locks, *in_b = b->at.locks;

	if (a->site != b->site || a->kind != b->kind || a->epoch != b->epoch || in_a->n != in_b->n)
		return false;
	for (unsigned i = 0; i < in_a->n; i++)
		if (in_a->held[i]->lock != in_b->held[i]->lock ||
		    position_in(a, in_a->held[i]) != position_in(b, in_b->held[i]))
			return false;
	return true;
}

static bool is_news(const struct hd_profile_op *op)
{
	unsigned n = 0;

	for (const struct hd_profile_op *x = op->history->ops; x; x = x->next)
		n += x != op && x->over && alike(x, op);
	return n < ALIKE;
}

/* Without locks it is quickly seen that an operation is no news. */
bool hd_profile_is_familiar(const struct hd_profile_history *h, const struct hd_op *op, uint32_t epoch,
			    const struct hd_locks *locks)
{
	unsigned at = op->site % HD_PROFILE_FAMILIAR;

	return !locks->n && h->familiar[at].site == op->site && h->familiar[at].kind == op->kind &&
	       h->familiar[at].epoch == epoch && h->n;
}

static void make_familiar(const struct hd_profile_op *op)
{
	unsigned at = op->site % HD_PROFILE_FAMILIAR;

	if (op->at.locks->n)
		return;
	op->history->familiar[at].site = op->site;
	op->history->familiar[at].kind = op->kind;
	op->history->familiar[at].epoch = op->epoch;
}

static void unlink_op(struct hd_profile_op *op)
{
	struct hd_profile_op **link = &op->history->ops;

	while (*link && *link != op)
		link = &(*link)->next;
	if (*link) {
		*link = op->next;
		op->history->n--;
	}
}

/* Operations that a history has, of those that fit: how many, and which one may be dropped. What is over goes
 * first; of those that are not, the oldest one stays, because a critical section's first operation matters as
 * its last one does. */
struct surplus {
	unsigned n;
	struct hd_profile_op *over, *oldest, *second; /* NULL: none */
};

static void surplus_count(struct surplus *s, struct hd_profile_op *x)
{
	s->n++;
	s->over = x->over ? x : s->over;
	s->second = s->oldest;
	s->oldest = x;
}

static bool surplus_drop(const struct surplus *s, unsigned most)
{
	struct hd_profile_op *op = s->n >= most ? s->over : NULL;

	if (!op && s->n >= most * HD_PROFILE_OPEN)
		op = s->second;
	if (!op)
		return false;
	unlink_op(op);
	op->dropped = true;
	return true;
}

/* Make room for op: drop an old one of those at its site or of all. */
static void profile_make_room(struct hd_profile_history *h, const struct hd_profile_op *op)
{
	struct surplus all = {0}, there = {0};

	for (struct hd_profile_op *x = h->ops; x; x = x->next) {
		surplus_count(&all, x);
		if (x->site == op->site && x->kind == op->kind)
			surplus_count(&there, x);
	}
	if (!surplus_drop(&there, HD_PROFILE_SAME_SITE))
		surplus_drop(&all, HD_PROFILE_HISTORY);
}

/* The next operation of op's own thread after which no operation can immediately follow op. */
static const struct hd_point *end_of(const struct hd_profile_op *op)
{
	return op->role == HD_READS ? &op->next_access : &op->next_set;
}

/* All threads that can still come to the location are past the next operation of op's thread there: nothing
 * new follows op immediately, and nothing precedes it. */
static bool is_useless(struct hd_profile *p, const struct hd_profile_op *op)
{
	if (!end_of(op)->pos)
		return false;
	for (unsigned t = 0; t < p->nthreads; t++)
		if (t != op->tid && p->threads[t].run == p->run && !p->threads[t].joined &&
		    hd_vclock_get(hd_order_weak(p->order, (hd_tid)t), op->tid) < end_of(op)->time)
			return false;
	return true;
}

/* ---- operations that are over ---- */

static void profile_compare(struct hd_profile *p, struct hd_profile_op *op, struct hd_profile_history *h)
{
	struct hd_profile_op *x, *next;

	for (x = h->ops; x; x = next) {
		next = x->next;
		if (!x->over)
			continue;
		if (end_of(x)->pos && hd_predict_ordered(end_of(x), x->tid, &op->at) && is_useless(p, x)) {
			unlink_op(x);
			continue;
		}
		hd_predict_dependency(&p->predict, x, op);
		hd_predict_dependency(&p->predict, op, x);
	}
}

void hd_profile_complete(struct hd_profile *p, struct hd_profile_op *op)
{
	op->over = true;
	if (op->dropped)
		return;
	if (!is_news(op)) {
		make_familiar(op);
		unlink_op(op);
		op->next = p->unused;
		p->unused = op;
		return;
	}
	for (struct hd_profile_history *h = op->history->place->histories; h; h = h->next)
		if (h != op->history)
			profile_compare(p, op, h);
}

static bool is_over(const struct hd_section *s)
{
	return s->end.pos != UINT32_MAX || s->none;
}

/* The operation is over when the last one of its critical sections is. */
void hd_profile_settle(struct hd_profile *p, struct hd_profile_op *op)
{
	for (unsigned i = 0; i < op->at.locks->n; i++) {
		struct hd_section *s = op->at.locks->held[i];

		if (!is_over(s)) {
			op->next_open = s->open;
			s->open = op;
			return;
		}
	}
	hd_profile_complete(p, op);
}

static struct hd_profile_op *new_op(struct hd_profile *p)
{
	struct hd_profile_op *op = p->unused;

	if (!op)
		return hd_profile_take(p, sizeof *op);
	p->unused = op->next;
	return op;
}

/* A copy of an operation, at the other part of a place that was divided. */
static struct hd_profile_op *copy_op(struct hd_profile *p, struct hd_profile_op *op,
				     struct hd_profile_history *h)
{
	struct hd_profile_op *copy = new_op(p);

	if (!copy)
		return NULL;
	*copy = *op;
	copy->history = h;
	copy->next = NULL;
	if (!op->over) /* it will be, together with the other one */
		op->next_open = copy;
	op->twin = copy;
	op->divided = p->divided;
	return copy;
}

static bool copy_history(struct hd_profile *p, const struct hd_profile_history *from,
			 struct hd_profile_place *to)
{
	struct hd_profile_history *h = hd_profile_take(p, sizeof *h);
	struct hd_profile_op **link;

	if (!h)
		return false;
	*h = *from;
	h->place = to;
	h->next = to->histories;
	to->histories = h;
	link = &h->ops;
	for (struct hd_profile_op *x = from->ops; x; x = x->next) {
		*link = copy_op(p, x, h);
		if (!*link)
			return false;
		link = &(*link)->next;
	}
	*link = NULL;
	return true;
}

/* What is known of a place that was divided holds for both parts. */
void *hd_profile_divide_place(void *to, void *data)
{
	const struct hd_profile_place *old = data;
	struct hd_profile *p = to;
	struct hd_profile_place *l = hd_profile_take(p, sizeof *l);

	if (!l)
		return NULL;
	*l = (struct hd_profile_place){.set = old->set};
	p->divided++;
	for (const struct hd_profile_history *h = old->histories; h; h = h->next)
		if (!copy_history(p, h, l))
			return NULL;
	hd_predict_divided(&p->predict, p->divided);
	return l;
}

/* The thread's earlier operations on the location get to know the one that follows them. */
void hd_profile_introduce(struct hd_profile_history *h, const struct hd_point *at, bool sets)
{
	for (struct hd_profile_op *x = h->ops; x; x = x->next) {
		if (sets ? x->next_set.pos : x->next_access.pos)
			break;
		if (!x->next_access.pos)
			x->next_access = *at;
		if (sets)
			x->next_set = *at;
	}
	h->last_access = at->pos;
	if (sets)
		h->last_set = *at;
}

static void profile_enter(struct hd_profile *p, struct hd_profile_op *op)
{
	struct hd_profile_history *h = op->history;

	hd_profile_introduce(h, &op->at, hd_role_sets(op->role));
	profile_make_room(h, op);
	op->next = h->ops;
	h->ops = op;
	h->n++;
	if (op->role != HD_TAKES)
		hd_profile_settle(p, op);
}

void hd_profile_keep(struct hd_profile *p, struct hd_profile_thread *self, const struct hd_profile_op *op)
{
	struct hd_profile_op *x = new_op(p);

	if (!x)
		return;
	*x = *op;
	if (op->role == HD_TAKES)
		self->takes = x;
	if (op->role == HD_GIVES)
		self->gives = x;
	profile_enter(p, x);
}
