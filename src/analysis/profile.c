/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/profile.h"

#include <string.h>

#include "analysis/idiom.h"

struct history { /* of a thread at a location, the newest first */
	hd_tid tid;
	unsigned n;
	struct hd_profile_op *ops;
	struct history *next;
};

struct hd_profile_place {
	uint64_t addr;
	struct history *histories;
	struct hd_profile_place *next;
};

void hd_profile_begin(struct hd_profile *p)
{
	p->run++;
	p->npairs = 0;
}

static struct hd_profile_thread *thread(struct hd_profile *p, hd_tid t)
{
	struct hd_profile_thread *x = &p->threads[t];

	if (x->run != p->run)
		*x = (struct hd_profile_thread){.run = p->run};
	return x;
}

static struct hd_profile_place *place_of(struct hd_profile *p, uint64_t addr)
{
	unsigned at = (unsigned)((addr * 0x9E3779B97F4A7C15ULL) >> 40) % HD_PROFILE_BUCKETS;
	struct hd_profile_place *l;

	if (p->bucket_run[at] != p->run) {
		p->bucket_run[at] = p->run;
		p->bucket[at] = NULL;
	}
	for (l = p->bucket[at]; l; l = l->next)
		if (l->addr == addr)
			return l;
	l = hd_arena_take(p->arena, sizeof *l);
	if (l) {
		*l = (struct hd_profile_place){.addr = addr, .next = p->bucket[at]};
		p->bucket[at] = l;
	}
	return l;
}

static struct history *history_of(struct hd_profile *p, struct hd_profile_place *l, hd_tid t)
{
	struct history *h = l->histories;

	while (h && h->tid != t)
		h = h->next;
	if (h)
		return h;
	h = hd_arena_take(p->arena, sizeof *h);
	if (h) {
		*h = (struct history){.tid = t, .next = l->histories};
		l->histories = h;
	}
	return h;
}

/* ---- what can follow what ---- */

static bool gives(unsigned kind)
{
	return kind == HD_UNLOCK;
}

static bool takes(unsigned kind)
{
	return kind == HD_LOCK || kind == HD_RELOCK || kind == HD_RDLOCK || kind == HD_WRLOCK ||
	       kind == HD_SPINLOCK;
}

static bool conflicts(const struct hd_profile_op *from, const struct hd_profile_op *to)
{
	if (hd_event_flags[from->kind] & HD_F_ACCESS)
		return hd_event_flags[to->kind] & HD_F_ACCESS &&
		       (hd_event_flags[from->kind] | hd_event_flags[to->kind]) & HD_F_WRITE;
	return gives(from->kind) && takes(to->kind);
}

static const struct hd_profile_lock *lock_of(const struct hd_profile_op *op, uint64_t lock)
{
	for (unsigned i = 0; i < op->nlocks; i++)
		if (op->locks[i].lock == lock)
			return &op->locks[i];
	return NULL;
}

static bool locks_allow(const struct hd_profile_op *from, const struct hd_profile_op *to)
{
	for (unsigned i = 0; i < from->nlocks; i++) {
		const struct hd_profile_lock *a = &from->locks[i], *b = lock_of(to, a->lock);

		if (b && !(a->shared && b->shared) && !(a->last && b->first))
			return false;
	}
	return true;
}

static bool happens_before(const struct hd_profile_op *a, const struct hd_profile_op *b)
{
	return a->time <= hd_vclock_get(&b->clock, a->tid);
}

static void tell(struct hd_profile *p, unsigned idiom, const struct hd_profile_op *const *ops, unsigned n)
{
	struct hd_iroot r = {.idiom = (uint8_t)idiom, .n = (uint8_t)n};

	for (unsigned i = 0; i < n; i++) {
		r.sites[i] = ops[i]->site;
		r.kinds[i] = ops[i]->kind;
	}
	p->predicted(p->to, &r, ops);
}

static void predict(struct hd_profile *p, const struct hd_profile_op *from, const struct hd_profile_op *to)
{
	if (!conflicts(from, to) || happens_before(to, from) || !locks_allow(from, to))
		return;
	tell(p, 1, (const struct hd_profile_op *const[]){from, to}, 2);
	if (p->npairs == HD_PROFILE_PAIRS)
		return;
	p->pairs[p->npairs].from = from;
	p->pairs[p->npairs++].to = to;
}

/* ---- operations are complete when it is known whether they were the last ones of their sections ---- */

static bool same_locks(const struct hd_profile_op *a, const struct hd_profile_op *b)
{
	if (a->nlocks != b->nlocks)
		return false;
	for (unsigned i = 0; i < a->nlocks; i++)
		if (a->locks[i].lock != b->locks[i].lock || a->locks[i].first != b->locks[i].first ||
		    a->locks[i].last != b->locks[i].last)
			return false;
	return true;
}

/* One like it is there already: it would predict the same. */
static bool is_known(const struct history *h, const struct hd_profile_op *op)
{
	for (const struct hd_profile_op *x = h->ops; x; x = x->next)
		if (x->site == op->site && x->kind == op->kind && x->time == op->time && same_locks(x, op))
			return true;
	return false;
}

static void drop_oldest(struct history *h)
{
	struct hd_profile_op **link = &h->ops;

	while (*link && (*link)->next)
		link = &(*link)->next;
	*link = NULL;
	h->n--;
}

static void complete(struct hd_profile *p, struct hd_profile_op *op)
{
	struct hd_profile_place *l = place_of(p, op->addr);
	struct history *own = l ? history_of(p, l, op->tid) : NULL;

	if (!own || is_known(own, op))
		return;
	for (const struct history *h = l->histories; h; h = h->next)
		for (const struct hd_profile_op *x = h->tid == op->tid ? NULL : h->ops; x; x = x->next) {
			predict(p, x, op);
			predict(p, op, x);
		}
	if (own->n == HD_PROFILE_HISTORY)
		drop_oldest(own);
	op->next = own->ops;
	own->ops = op;
	own->n++;
}

static bool still_in(const struct hd_profile_thread *t, const struct hd_profile_lock *l)
{
	for (unsigned i = 0; i < t->nheld; i++)
		if (t->held[i].lock == l->lock && t->held[i].section == l->section)
			return true;
	return false;
}

/* The thread comes to the location again: it was not the last one of the sections that still go on. */
static void supersede(struct hd_profile_thread *t, struct hd_profile_op *op)
{
	for (unsigned i = 0; i < op->nlocks; i++)
		if (still_in(t, &op->locks[i]))
			op->locks[i].last = false;
}

static bool is_over(const struct hd_profile_thread *t, const struct hd_profile_op *op)
{
	for (unsigned i = 0; i < op->nlocks; i++)
		if (still_in(t, &op->locks[i]))
			return false;
	return true;
}

static void complete_at(struct hd_profile *p, struct hd_profile_thread *t, uint64_t addr)
{
	struct hd_profile_op **link = &t->open;

	while (*link) {
		struct hd_profile_op *op = *link;

		if (op->addr == addr)
			supersede(t, op);
		if (op->addr == addr || is_over(t, op)) {
			*link = op->next_open;
			complete(p, op);
		} else {
			link = &op->next_open;
		}
	}
}

/* ---- events ---- */

/* Has the thread been at the location in this section before? */
static bool is_first(struct hd_profile *p, hd_tid t, uint64_t addr, const struct hd_profile_lock *lock)
{
	struct hd_profile_place *l = place_of(p, addr);
	const struct history *h = l ? l->histories : NULL;
	const struct hd_profile_lock *x;

	for (const struct hd_profile_op *op = thread(p, t)->open; op; op = op->next_open)
		if (op->addr == addr && (x = lock_of(op, lock->lock)) && x->section == lock->section)
			return false;
	for (; h; h = h->next)
		for (const struct hd_profile_op *op = h->tid == t ? h->ops : NULL; op; op = op->next)
			if ((x = lock_of(op, lock->lock)) && x->section == lock->section)
				return false;
	return true;
}

void hd_profile_see(struct hd_profile *p, hd_tid t, const struct hd_op *op)
{
	struct hd_profile_thread *self = thread(p, t);
	const struct hd_vclock *clock = hd_order_weak(p->order, t);
	struct hd_profile_op *x;

	if (!op->addr || p->arena->full ||
	    !(hd_event_flags[op->kind] & HD_F_ACCESS || gives(op->kind) || takes(op->kind)))
		return;
	x = hd_arena_take(p->arena, sizeof *x);
	if (!x)
		return;
	*x = (struct hd_profile_op){.addr = op->addr,
				    .site = op->site,
				    .index = self->ops++,
				    .tid = t,
				    .kind = op->kind,
				    .when = p->when,
				    .time = hd_vclock_get(clock, t)};
	hd_vclock_copy(&x->clock, clock, p->arena);
	for (unsigned i = 0; i < self->nheld; i++) {
		if (self->held[i].lock == op->addr)
			continue; /* a lock does not protect itself */
		x->locks[x->nlocks] = self->held[i];
		x->locks[x->nlocks].first = is_first(p, t, op->addr, &self->held[i]);
		x->locks[x->nlocks++].last = true;
	}
	complete_at(p, self, op->addr);
	x->next_open = self->open;
	self->open = x;
}

void hd_profile_locked(struct hd_profile *p, hd_tid t, uint64_t lock, bool shared)
{
	struct hd_profile_thread *self = thread(p, t);

	if (self->nheld < HD_PROFILE_LOCKS)
		self->held[self->nheld++] = (struct hd_profile_lock){
		    .lock = lock, .section = self->sections++, .when = p->when, .shared = shared};
}

void hd_profile_unlocked(struct hd_profile *p, hd_tid t, uint64_t lock)
{
	struct hd_profile_thread *self = thread(p, t);

	for (unsigned i = self->nheld; i-- > 0;)
		if (self->held[i].lock == lock) {
			memmove(&self->held[i], &self->held[i + 1],
				(self->nheld - i - 1) * sizeof self->held[0]);
			self->nheld--;
			return;
		}
}

/* ---- compound idioms ---- */

/* A lock that the thread of a and d holds all the time between them, and that b needs: nobody can come
 * between. */
static bool excluded(const struct hd_profile_op *a, const struct hd_profile_op *d,
		     const struct hd_profile_op *b)
{
	for (unsigned i = 0; i < a->nlocks; i++) {
		const struct hd_profile_lock *in_d = lock_of(d, a->locks[i].lock),
					     *in_b = lock_of(b, a->locks[i].lock);

		if (in_d && in_d->section == a->locks[i].section && in_b && !(in_b->shared && in_d->shared))
			return true;
	}
	return false;
}

static bool near(const struct hd_profile_op *first, const struct hd_profile_op *second)
{
	return first->index < second->index && second->index - first->index <= HD_IDIOM_WINDOW;
}

static void there_and_back(struct hd_profile *p, const struct hd_profile_op *a, const struct hd_profile_op *b,
			   const struct hd_profile_op *c, const struct hd_profile_op *d)
{
	const struct hd_profile_op *const three[] = {a, b, d}, *const four[] = {a, b, c, d};
	bool same = b->addr == c->addr;

	if (!near(a, d) || excluded(a, d, b) || excluded(a, d, c))
		return;
	if (same && b == c)
		tell(p, 2, three, 3);
	else if (same && near(b, c))
		tell(p, 3, four, 4);
	else if (!same && near(b, c))
		tell(p, 4, four, 4);
	else if (!same && near(c, b) && !excluded(c, b, a) && !excluded(c, b, d))
		tell(p, 5, four, 4);
}

static void join(struct hd_profile *p, unsigned i, unsigned k)
{
	const struct hd_profile_op *a = p->pairs[i].from, *b = p->pairs[i].to, *c = p->pairs[k].from,
				   *d = p->pairs[k].to;

	if (a->tid == d->tid && b->tid == c->tid)
		there_and_back(p, a, b, c, d);
	else if (a->tid == c->tid && b->tid == d->tid && a->addr != c->addr && near(a, c) && near(b, d))
		tell(p, 6, (const struct hd_profile_op *const[]){a, b, c, d}, 4);
}

void hd_profile_end(struct hd_profile *p)
{
	for (unsigned t = 0; t < HD_MAX_THREADS && p->threads[t].run; t++) {
		struct hd_profile_thread *self = thread(p, (hd_tid)t);

		self->nheld = 0; /* what is held at the end is held no longer */
		while (self->open) {
			struct hd_profile_op *op = self->open;

			self->open = op->next_open;
			complete(p, op);
		}
	}
	if (p->arena->full)
		return;
	for (unsigned i = 0; i < p->npairs; i++)
		for (unsigned k = 0; k < p->npairs; k++)
			if (i != k)
				join(p, i, k);
}
