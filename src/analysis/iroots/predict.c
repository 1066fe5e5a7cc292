/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/predict.h"

#include "analysis/iroots/idiom.h"
#include "analysis/iroots/profile_op.h"
#include "analysis/iroots/role.h"

typedef const struct hd_profile_op *const *ops; /* A, B, C, D */

struct hd_predict_dependency {
	const struct hd_profile_op *from, *to;
	struct hd_predict_dependency *next;
};

void hd_predict_begin(struct hd_predict *p)
{
	p->run++;
	p->ndependencies = p->nnested = p->joins = 0;
	for (unsigned i = 0; i < HD_PREDICT_PAIRS; i++) {
		p->pairs[i] = NULL;
		p->nested[i] = NULL;
	}
}

bool hd_predict_ordered(const struct hd_point *a, hd_tid of, const struct hd_point *b)
{
	return a->time <= hd_vclock_get(b->clock, of);
}

static struct hd_iroot root_of(unsigned idiom, ops o)
{
	struct hd_iroot r = {.idiom = (uint8_t)idiom, .n = idiom == 1 ? 2 : idiom == 2 ? 3 : 4};

	for (unsigned i = 0; i < r.n; i++) {
		r.sites[i] = o[i]->site;
		r.kinds[i] = o[i]->kind;
	}
	return r;
}

/* What was found out about an iRoot in this run. */
static unsigned predict_slot_of(struct hd_predict *p, uint64_t key)
{
	unsigned at = (unsigned)(key >> 17) % HD_PREDICT_KNOWN;

	if (p->known[at].run != p->run || p->known[at].key != key) {
		p->known[at].key = key;
		p->known[at].run = p->run;
		p->known[at].checks = p->known[at].found = 0;
	}
	return at;
}

/* True for most checks of an iRoot that was checked HD_PREDICT_CHECKS times in this run. */
static bool tried_enough(struct hd_predict *p, unsigned slot)
{
	unsigned n = p->known[slot].checks;

	p->known[slot].checks += n < UINT16_MAX;
	return n >= HD_PREDICT_CHECKS && n % HD_PREDICT_CHECKS;
}

/* ---- dependencies ---- */

/* `to` immediately follows `from`: no operation of the two threads that would break it comes between. */
static void add_dependency(struct hd_puzzle *z, const struct hd_profile_op *from,
			   const struct hd_profile_op *to)
{
	unsigned who = from->tid == z->tids[1], a = hd_puzzle_add(z, who, &from->at),
		 b = hd_puzzle_add(z, !who, &to->at);
	const struct hd_point *next = from->role == HD_READS ? &from->next_access : &from->next_set;

	hd_puzzle_wish(z, a, b);
	if (next->pos)
		hd_puzzle_wish(z, b, hd_puzzle_add_later(z, who, next));
	if (to->prev_set.pos)
		hd_puzzle_wish(z, hd_puzzle_add(z, !who, &to->prev_set), a);
}

/* Does an operation of a third thread, on the same location, have to come between them? */
static bool must_come_between(const struct hd_profile_op *from, const struct hd_profile_op *to)
{
	const struct hd_profile_history *h = from->history->place->histories;

	for (; h; h = h->next) {
		if (h->tid == from->tid || h->tid == to->tid)
			continue;
		for (const struct hd_profile_op *x = h->ops; x; x = x->next)
			if (hd_role_sets(x->role) && hd_predict_ordered(&from->at, from->tid, &x->at) &&
			    hd_predict_ordered(&x->at, x->tid, &to->at))
				return true;
	}
	return false;
}

static bool is_possible(struct hd_predict *p, const struct hd_profile_op *from,
			const struct hd_profile_op *to)
{
	hd_puzzle_begin(&p->puzzle, from->tid, to->tid);
	add_dependency(&p->puzzle, from, to);
	return hd_puzzle_solve(&p->puzzle) && !must_come_between(from, to);
}

static unsigned predict_pair_of(hd_tid a, hd_tid b)
{
	return (a < b ? a * 37u + b : b * 37u + a) % HD_PREDICT_PAIRS;
}

static void predict_remember(struct hd_predict *p, const struct hd_profile_op *from,
			     const struct hd_profile_op *to)
{
	struct hd_predict_dependency *d, **list = &p->pairs[predict_pair_of(from->tid, to->tid)];

	if (p->ndependencies == HD_PREDICT_DEPENDENCIES)
		return;
	d = hd_arena_take(p->arena, sizeof *d);
	if (!d)
		return;
	*d = (struct hd_predict_dependency){.from = from, .to = to, .next = *list};
	*list = d;
	p->ndependencies++;
}

/* The thread of `from` came there by a pointer that the other thread wrote after `to`. */
static bool follows(const struct hd_profile_op *from, const struct hd_profile_op *to)
{
	return from->source.pos && from->source.tid == to->tid && to->at.pos <= from->source.pos;
}

void hd_predict_dependency(struct hd_predict *p, const struct hd_profile_op *from,
			   const struct hd_profile_op *to)
{
	const struct hd_profile_op *two[] = {from, to};
	struct hd_iroot r;
	unsigned slot;

	if (!hd_roles_depend(from->role, to->role) || hd_predict_ordered(&to->at, to->tid, &from->at) ||
	    follows(from, to))
		return;
	r = root_of(1, two);
	slot = predict_slot_of(p, hd_iroot_key(&r));
	if (p->known[slot].found >= HD_PREDICT_INSTANCES &&
	    !hd_predict_by_chance(p, from->when * 0x10001ULL ^ to->when))
		return;
	if (tried_enough(p, slot) || !is_possible(p, from, to))
		return;
	p->known[slot].checks = 0;
	if (!p->known[slot].found++ || p->every)
		p->predicted(p->to, &r, two);
	predict_remember(p, from, to);
}

void hd_predict_divided(struct hd_predict *p, uint32_t divided)
{
	for (unsigned i = 0; i < HD_PREDICT_PAIRS; i++)
		for (const struct hd_predict_dependency *d = p->pairs[i]; d; d = d->next)
			if (d->from->divided == divided && d->to->divided == divided)
				predict_remember(p, d->from->twin, d->to->twin);
}

/* ---- compound idioms ---- */

static bool predict_near(const struct hd_predict *p, const struct hd_profile_op *first,
			 const struct hd_profile_op *second)
{
	return first->index < second->index && second->index - first->index <= p->window;
}

/* The dependencies are about the same location. */
static bool is_same_place(const struct hd_profile_op *a, const struct hd_profile_op *b,
			  const struct hd_profile_op *c, const struct hd_profile_op *d)
{
	struct hd_span x = hd_span_of_both(&a->span, &b->span), y = hd_span_of_both(&c->span, &d->span);

	return hd_spans_overlap(&x, &y);
}

static bool is_one(const struct hd_profile_op *a, const struct hd_profile_op *b)
{
	return a->tid == b->tid && a->at.pos == b->at.pos;
}

/* The thread does not touch the location of the first one again before the second one. */
static bool predict_undisturbed(const struct hd_profile_op *first, const struct hd_profile_op *second)
{
	return !first->next_access.pos || first->next_access.pos >= second->at.pos;
}

static bool possible_together(struct hd_predict *p, unsigned idiom, ops o)
{
	struct hd_puzzle *z = &p->puzzle;

	hd_puzzle_begin(z, o[0]->tid, o[1]->tid);
	add_dependency(z, o[0], o[1]);
	add_dependency(z, o[2], o[3]);
	if (idiom == 5) /* A and C before B and D; of the last two, D comes last */
		hd_puzzle_wish(z, hd_puzzle_add(z, 1, &o[1]->at), hd_puzzle_add(z, 0, &o[3]->at));
	return hd_puzzle_solve(z);
}

/* Of idiom 2, B and C are one operation, at two places perhaps. */
static void try(struct hd_predict *p, unsigned idiom, ops o)
{
	const struct hd_profile_op *const three[] = {o[0], o[1], o[3]};
	ops told = idiom == 2 ? three : o;
	struct hd_iroot r = root_of(idiom, told);
	unsigned slot = predict_slot_of(p, hd_iroot_key(&r));

	if ((p->known[slot].found && !p->every) || tried_enough(p, slot) ||
	    (p->wanted && !p->wanted(p->to, &r)))
		return;
	if (p->joins++ >= HD_PREDICT_JOINS || !possible_together(p, idiom, o))
		return;
	p->known[slot].found = 1;
	p->predicted(p->to, &r, told);
}

static void predict_there_and_back(struct hd_predict *p, const struct hd_profile_op *a,
				   const struct hd_profile_op *b, const struct hd_profile_op *c,
				   const struct hd_profile_op *d)
{
	const struct hd_profile_op *const four[] = {a, b, c, d};
	bool same;

	if (!predict_near(p, a, d) || !predict_undisturbed(a, d) || d->prev_access > a->at.pos)
		return;
	same = is_same_place(a, b, c, d);
	if (same && is_one(b, c))
		try(p, 2, four);
	else if (predict_near(p, b, c))
		try(p, same ? 3 : 4, four);
	else if (!same && predict_near(p, c, b))
		try(p, 5, four);
}

static void predict_twice(struct hd_predict *p, const struct hd_profile_op *a, const struct hd_profile_op *b,
			  const struct hd_profile_op *c, const struct hd_profile_op *d)
{
	const struct hd_profile_op *const four[] = {a, b, c, d};

	if (predict_near(p, a, c) && predict_near(p, b, d) && predict_undisturbed(b, d) &&
	    !is_same_place(a, b, c, d))
		try(p, 6, four);
}

/* ---- locks the other way round ---- */

struct hd_predict_nested {
	struct hd_profile_op outer, inner; /* copies: operations are not kept for ever */
	bool outer_shared, inner_shared;
	uint64_t locks[2];
	struct hd_predict_nested *next;
};

/* The lock that the operation took, as the last one. */
static const struct hd_section *section_of(const struct hd_profile_op *taker)
{
	return taker->at.locks->held[taker->at.locks->n - 1];
}

/* Do both hold the same lock, besides those two, so that they never come to this at the same time? */
static bool have_gate(const struct hd_locks *a, const struct hd_locks *b)
{
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n; k++)
			if (a->held[i]->lock == b->held[k]->lock &&
			    !(a->held[i]->shared && b->held[k]->shared))
				return true;
	return false;
}

static bool waits_for(const struct hd_predict_nested *x, const struct hd_predict_nested *y)
{
	return !(x->inner_shared && y->outer_shared) &&
	       !hd_predict_ordered(&x->inner.at, x->inner.tid, &y->outer.at);
}

/* Could one thread hold its first lock and the other one the other, while each wants its second? */
static void try_deadlock(struct hd_predict *p, const struct hd_predict_nested *x,
			 const struct hd_predict_nested *y) /* NOLINT(misc-no-recursion): once */
{
	const struct hd_profile_op *const four[] = {&x->outer, &y->inner, &y->outer, &x->inner};
	struct hd_iroot r = root_of(5, four), ordered = r;
	unsigned slot = predict_slot_of(p, hd_iroot_key(&r));

	hd_iroot_put_in_order(&ordered);
	if (hd_iroot_key(&ordered) != hd_iroot_key(&r)) {
		try_deadlock(p, y, x);
		return;
	}
	if ((p->known[slot].found && !p->every) || !waits_for(x, y) || !waits_for(y, x) ||
	    have_gate(section_of(&x->inner)->outer, section_of(&y->inner)->outer))
		return;
	p->known[slot].found = 1;
	p->predicted(p->to, &r, four);
}

static unsigned nested_bucket(uint64_t a, uint64_t b)
{
	return (unsigned)(hd_mix64(a ^ b) % HD_PREDICT_PAIRS);
}

static bool is_known(const struct hd_predict_nested *list, const struct hd_predict_nested *x)
{
	for (; list; list = list->next)
		if (list->outer.tid == x->outer.tid && list->locks[0] == x->locks[0] &&
		    list->locks[1] == x->locks[1] && list->outer.site == x->outer.site &&
		    list->inner.site == x->inner.site && list->inner.epoch == x->inner.epoch)
			return true;
	return false;
}

static void add_nested(struct hd_predict *p, const struct hd_section *outer,
		       const struct hd_profile_op *taker)
{
	struct hd_predict_nested **list = &p->nested[nested_bucket(outer->lock, section_of(taker)->lock)],
				 new = {.inner = *taker,
					.outer_shared = outer->shared,
					.inner_shared = section_of(taker)->shared,
					.locks = {outer->lock, section_of(taker)->lock},
					.next = *list},
				 *x;

	new.outer = (struct hd_profile_op){.site = outer->site,
					   .kind = outer->kind,
					   .tid = taker->tid,
					   .when = outer->when,
					   .at = outer->begin};
	new.outer.at.locks = outer->outer;
	if (p->nnested == HD_PREDICT_NESTED || outer->kind == HD_NONE || !outer->outer ||
	    is_known(*list, &new))
		return;
	x = hd_arena_take(p->arena, sizeof *x);
	if (!x)
		return;
	p->nnested++;
	*x = new;
	for (const struct hd_predict_nested *y = *list; y; y = y->next)
		if (y->outer.tid != x->outer.tid && y->locks[0] == x->locks[1] && y->locks[1] == x->locks[0])
			try_deadlock(p, x, y);
	*list = x;
}

void hd_predict_nested_locks(struct hd_predict *p, const struct hd_profile_op *taker)
{
	const struct hd_locks *l = taker->at.locks;

	if (!hd_kind_locks(taker->kind)) /* what does not wait does not deadlock */
		return;
	for (unsigned i = 0; i + 1u < l->n; i++)
		if (l->held[i]->lock != section_of(taker)->lock)
			add_nested(p, l->held[i], taker);
}

void hd_predict_compounds(struct hd_predict *p)
{
	for (unsigned i = 0; i < HD_PREDICT_PAIRS; i++)
		for (const struct hd_predict_dependency *x = p->pairs[i]; x; x = x->next)
			for (const struct hd_predict_dependency *y = p->pairs[i]; y; y = y->next) {
				if (x->from->tid == y->to->tid && x->to->tid == y->from->tid)
					predict_there_and_back(p, x->from, x->to, y->from, y->to);
				else if (x != y && x->from->tid == y->from->tid && x->to->tid == y->to->tid)
					predict_twice(p, x->from, x->to, y->from, y->to);
			}
}
