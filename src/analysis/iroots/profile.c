/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/profile.h"

#define ALIKE 2 /* operations that differ in nothing that matters: of a loop, this turn and the next one */

static void *divide_place(void *to, void *data);

void hd_profile_begin(struct hd_profile *p)
{
	p->run++;
	p->cells.arena = p->arena;
	p->cells.divide = divide_place;
	p->cells.to = p;
	hd_byte_cells_begin(&p->cells);
	p->nthreads = 0;
	p->used = 0;
	p->unused = NULL;
	hd_predict_begin(&p->predict);
}

static void *profile_take(struct hd_profile *p, size_t size)
{
	if (p->used + size > HD_PROFILE_MEMORY)
		return NULL;
	p->used += size;
	return hd_arena_take(p->arena, size);
}

static struct hd_profile_thread *profile_thread(struct hd_profile *p, hd_tid t)
{
	struct hd_profile_thread *x = &p->threads[t];

	if (x->run != p->run) {
		*x = (struct hd_profile_thread){.run = p->run};
		p->nthreads = t >= p->nthreads ? t + 1u : p->nthreads;
	}
	return x;
}

static struct hd_profile_place *profile_place_of(struct hd_profile *p, struct hd_byte_cell *cell)
{
	if (!cell->data) {
		struct hd_profile_place *l = profile_take(p, sizeof *l);

		if (l)
			*l = (struct hd_profile_place){0};
		cell->data = l;
	}
	return cell->data;
}

static struct hd_profile_history *history_of(struct hd_profile *p, struct hd_profile_place *l, hd_tid t)
{
	struct hd_profile_history **link = &l->histories, *h;

	while (*link && (*link)->tid != t)
		link = &(*link)->next;
	h = *link;
	if (h) {
		*link = h->next;
	} else {
		h = profile_take(p, sizeof *h);
		if (!h)
			return NULL;
		*h = (struct hd_profile_history){.tid = t, .place = l};
	}
	h->next = l->histories;
	l->histories = h;
	return h;
}

/* ---- how far a thread has come ---- */

static const struct hd_vclock *profile_clock_of(struct hd_profile *p, struct hd_profile_thread *self,
						hd_tid t)
{
	uint32_t epoch = hd_order_epoch(p->order, t);
	struct hd_vclock *copy;

	if (self->clock && self->clock_epoch == epoch)
		return self->clock;
	copy = profile_take(p, sizeof *copy);
	if (!copy)
		return NULL;
	*copy = (struct hd_vclock){0};
	hd_vclock_copy(copy, hd_order_weak(p->order, t), p->arena);
	p->used += copy->cap * sizeof copy->at[0];
	self->clock_epoch = epoch;
	self->clock = copy;
	return copy;
}

static const struct hd_locks *locks_of(struct hd_profile *p, struct hd_profile_thread *self)
{
	struct hd_locks *l;

	if (self->locks)
		return self->locks;
	l = profile_take(p, sizeof *l);
	if (!l)
		return NULL;
	l->last = self->last;
	l->n = self->nheld;
	for (unsigned i = 0; i < self->nheld; i++)
		l->held[i] = self->held[i];
	self->locks = l;
	return l;
}

static struct hd_point here(struct hd_profile *p, struct hd_profile_thread *self, hd_tid t)
{
	return (struct hd_point){.pos = self->pos,
				 .time = hd_vclock_get(hd_order_weak(p->order, t), t),
				 .clock = profile_clock_of(p, self, t),
				 .locks = locks_of(p, self)};
}

/* ---- what is kept of a thread at a location ---- */

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
static bool profile_is_familiar(const struct hd_profile_history *h, const struct hd_op *op, uint32_t epoch,
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

static void complete(struct hd_profile *p, struct hd_profile_op *op)
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
static void profile_settle(struct hd_profile *p, struct hd_profile_op *op)
{
	for (unsigned i = 0; i < op->at.locks->n; i++) {
		struct hd_section *s = op->at.locks->held[i];

		if (!is_over(s)) {
			op->next_open = s->open;
			s->open = op;
			return;
		}
	}
	complete(p, op);
}

/* The thread had asked for a lock, and now holds it or will not get it. */
static void settle_taker(struct hd_profile *p, struct hd_profile_thread *self)
{
	struct hd_profile_op *op = self->takes;

	self->takes = NULL;
	if (op)
		profile_settle(p, op);
}

/* ---- events ---- */

static struct hd_profile_op *new_op(struct hd_profile *p)
{
	struct hd_profile_op *op = p->unused;

	if (!op)
		return profile_take(p, sizeof *op);
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
	struct hd_profile_history *h = profile_take(p, sizeof *h);
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
static void *divide_place(void *to, void *data)
{
	const struct hd_profile_place *old = data;
	struct hd_profile *p = to;
	struct hd_profile_place *l = profile_take(p, sizeof *l);

	if (!l)
		return NULL;
	*l = (struct hd_profile_place){0};
	p->divided++;
	for (const struct hd_profile_history *h = old->histories; h; h = h->next)
		if (!copy_history(p, h, l))
			return NULL;
	hd_predict_divided(&p->predict, p->divided);
	return l;
}

/* The thread's earlier operations on the location get to know the one that follows them. */
static void introduce(struct hd_profile_history *h, const struct hd_point *at, bool sets)
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

	introduce(h, &op->at, hd_role_sets(op->role));
	profile_make_room(h, op);
	op->next = h->ops;
	h->ops = op;
	h->n++;
	if (op->role != HD_TAKES)
		profile_settle(p, op);
}

static void profile_keep(struct hd_profile *p, struct hd_profile_thread *self, const struct hd_profile_op *op)
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

static void see_at(struct hd_profile *p, struct hd_profile_history *h, const struct hd_op *op,
		   enum hd_role role, const struct hd_span *span)
{
	hd_tid t = h->tid;
	struct hd_profile_thread *self = profile_thread(p, t);
	struct hd_point at = here(p, self, t);
	uint32_t epoch = hd_order_epoch(p->order, t);

	if (!at.clock || !at.locks || p->arena->full)
		return;
	if (!p->predict.every && profile_is_familiar(h, op, epoch, at.locks)) {
		introduce(h, &at, hd_role_sets(role));
		return;
	}
	profile_keep(p, self,
		     &(struct hd_profile_op){.span = *span,
					     .site = op->site,
					     .index = self->ops,
					     .when = p->when,
					     .prev_access = h->last_access,
					     .tid = t,
					     .kind = op->kind,
					     .role = (uint8_t)role,
					     .epoch = epoch,
					     .at = at,
					     .prev_set = h->last_set,
					     .history = h});
}

void hd_profile_see(struct hd_profile *p, hd_tid t, const struct hd_op *op, enum hd_role role)
{
	struct hd_profile_thread *self = profile_thread(p, t);
	struct hd_span span = {.addr = hd_role_address(op, role), .size = hd_role_size(op, role)};
	struct hd_byte_cell *cell;

	settle_taker(p, self);
	self->gives = NULL;
	if (role == HD_NO_ROLE || !op->addr)
		return;
	self->pos++;
	self->ops++;
	cell = hd_byte_cells_cover(&p->cells, span.addr, span.size);
	span.born = cell ? cell->span.born : 0;
	for (; (cell = hd_byte_cell_until(cell, span.addr + span.size)); cell = cell->next[0]) {
		struct hd_profile_place *l = profile_place_of(p, cell);
		struct hd_profile_history *h = l ? history_of(p, l, t) : NULL;

		if (!h)
			return;
		see_at(p, h, op, role, &span);
	}
}

static bool is_of_lock(const struct hd_profile_op *op, uint64_t lock)
{
	return op && op->span.addr == (lock | HD_SPACE_OF_LOCKS);
}

void hd_profile_locked(struct hd_profile *p, hd_tid t, uint64_t lock, bool shared)
{
	struct hd_profile_thread *self = profile_thread(p, t);
	struct hd_profile_op *op = is_of_lock(self->takes, lock) ? self->takes : NULL;
	struct hd_section *s = self->nheld < HD_LOCKS_KNOWN ? profile_take(p, sizeof *s) : NULL;
	uint32_t time = hd_vclock_get(hd_order_weak(p->order, t), t) - 1;

	self->pos += !op;
	if (op)
		op->at.time = time;
	if (s) {
		*s = (struct hd_section){
		    .lock = lock,
		    .when = p->when,
		    .shared = shared,
		    .outer = locks_of(p, self),
		    .begin = {.pos = self->pos, .time = time, .clock = profile_clock_of(p, self, t)},
		    .end = {.pos = UINT32_MAX, .time = UINT32_MAX},
		    .before = self->last};
		self->last = self->held[self->nheld++] = s;
		self->locks = NULL;
		if (op && s->begin.clock && locks_of(p, self)) { /* from now on it knows and holds more */
			op->at.clock = s->begin.clock;
			op->at.locks = self->locks;
			s->kind = op->kind;
			s->site = op->site;
			hd_predict_nested_locks(&p->predict, op);
		}
	}
	settle_taker(p, self);
}

/* The section is over. */
static void settle_section(struct hd_profile *p, struct hd_section *s)
{
	struct hd_profile_op *op = s->open;

	s->open = NULL;
	while (op) {
		struct hd_profile_op *next = op->next_open;

		profile_settle(p, op);
		op = next;
	}
}

static void profile_end_section(struct hd_profile *p, struct hd_profile_thread *self, hd_tid t,
				struct hd_section *s)
{
	if (is_of_lock(self->gives, s->lock))
		s->end = self->gives->at;
	else
		s->end = (struct hd_point){.pos = ++self->pos,
					   .time = hd_vclock_get(hd_order_weak(p->order, t), t) - 1,
					   .clock = profile_clock_of(p, self, t)};
	settle_section(p, s);
}

/* The thread does not hold the lock any more; NULL: it did not. */
static struct hd_section *take_off(struct hd_profile_thread *self, uint64_t lock)
{
	for (unsigned i = self->nheld; i-- > 0;)
		if (self->held[i]->lock == lock) {
			struct hd_section *s = self->held[i];

			self->nheld--;
			for (unsigned k = i; k < self->nheld; k++)
				self->held[k] = self->held[k + 1];
			self->locks = NULL;
			return s;
		}
	return NULL;
}

void hd_profile_unlocked(struct hd_profile *p, hd_tid t, uint64_t lock)
{
	struct hd_profile_thread *self = profile_thread(p, t);
	struct hd_section *s = take_off(self, lock);

	if (!s)
		return;
	profile_end_section(p, self, t, s);
	self->gives = NULL;
}

void hd_profile_no_lock(struct hd_profile *p, uint64_t semaphore)
{
	for (unsigned t = 0; t < p->nthreads; t++) {
		struct hd_section *s;

		while (p->threads[t].run == p->run && (s = take_off(&p->threads[t], semaphore))) {
			s->none = true;
			settle_section(p, s);
		}
	}
}

void hd_profile_new_memory(struct hd_profile *p, uint64_t addr, uint64_t size)
{
	hd_byte_cells_forget(&p->cells, addr, size);
	hd_byte_cells_forget(&p->cells, addr | HD_SPACE_OF_LOCKS, size);
}

void hd_profile_created(struct hd_profile *p, hd_tid t)
{
	profile_thread(p, t);
}

void hd_profile_joined(struct hd_profile *p, hd_tid dead)
{
	profile_thread(p, dead)->joined = true;
}

/* What is held at the end is held for ever. */
static void profile_finish(struct hd_profile *p, struct hd_profile_thread *self)
{
	settle_taker(p, self);
	for (unsigned i = 0; i < self->nheld; i++) {
		struct hd_profile_op *op = self->held[i]->open;

		while (op) {
			struct hd_profile_op *next = op->next_open;

			complete(p, op);
			op = next;
		}
	}
}

void hd_profile_end(struct hd_profile *p)
{
	for (unsigned t = 0; t < p->nthreads; t++)
		if (p->threads[t].run == p->run)
			profile_finish(p, &p->threads[t]);
	hd_predict_compounds(&p->predict);
}
