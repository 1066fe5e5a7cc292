/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/profile.h"

#include "analysis/iroots/profile_history.h"
#include "analysis/iroots/profile_source.h"

void hd_profile_begin(struct hd_profile *p)
{
	p->run++;
	p->cells.arena = p->arena;
	p->cells.divide = hd_profile_divide_place;
	p->cells.to = p;
	hd_byte_cells_begin(&p->cells);
	p->nthreads = 0;
	p->used = 0;
	p->unused = NULL;
	hd_predict_begin(&p->predict);
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

/* ---- how far a thread has come ---- */

static const struct hd_vclock *profile_clock_of(struct hd_profile *p, struct hd_profile_thread *self,
						hd_tid t)
{
	uint32_t epoch = hd_order_epoch(p->order, t);
	struct hd_vclock *copy;

	if (self->clock && self->clock_epoch == epoch)
		return self->clock;
	copy = hd_profile_take(p, sizeof *copy);
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
	l = hd_profile_take(p, sizeof *l);
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

/* The thread had asked for a lock, and now holds it or will not get it. */
static void settle_taker(struct hd_profile *p, struct hd_profile_thread *self)
{
	struct hd_profile_op *op = self->takes;

	self->takes = NULL;
	if (op)
		hd_profile_settle(p, op);
}

/* ---- events ---- */

static void see_at(struct hd_profile *p, struct hd_profile_history *h, const struct hd_op *op,
		   enum hd_role role, const struct hd_span *span)
{
	hd_tid t = h->tid;
	struct hd_profile_thread *self = profile_thread(p, t);
	struct hd_point at = here(p, self, t);
	uint32_t epoch = hd_order_epoch(p->order, t);

	if (!at.clock || !at.locks || p->arena->full)
		return;
	if (!p->predict.every && hd_profile_is_familiar(h, op, epoch, at.locks)) {
		hd_profile_introduce(h, &at, hd_role_sets(role));
		return;
	}
	hd_profile_keep(p, self,
			&(struct hd_profile_op){.span = *span,
						.site = op->site,
						.index = self->ops,
						.when = p->when,
						.prev_access = h->last_access,
						.tid = t,
						.kind = op->kind,
						.role = (uint8_t)role,
						.epoch = epoch,
						.source = hd_profile_source_of(self, t, op->addr),
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
		struct hd_profile_history *h = hd_profile_history_at(p, cell, t);

		if (!h)
			return;
		see_at(p, h, op, role, &span);
		hd_profile_source_see(p, self, op, role,
				      (struct hd_profile_source){.tid = t, .pos = self->pos}, h->place);
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
	struct hd_section *s = self->nheld < HD_LOCKS_KNOWN ? hd_profile_take(p, sizeof *s) : NULL;
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

		hd_profile_settle(p, op);
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

			hd_profile_complete(p, op);
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
