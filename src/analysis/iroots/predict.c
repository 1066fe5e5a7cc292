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
	p->ndependencies = p->joins = 0;
	for (unsigned i = 0; i < HD_PREDICT_PAIRS; i++)
		p->pairs[i] = NULL;
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

void hd_predict_dependency(struct hd_predict *p, const struct hd_profile_op *from,
			   const struct hd_profile_op *to)
{
	const struct hd_profile_op *two[] = {from, to};
	struct hd_iroot r;
	unsigned slot;

	if (!hd_roles_depend(from->role, to->role) || hd_predict_ordered(&to->at, to->tid, &from->at))
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

/* ---- compound idioms ---- */

static bool predict_near(const struct hd_profile_op *first, const struct hd_profile_op *second)
{
	return first->index < second->index && second->index - first->index <= HD_IDIOM_WINDOW;
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
	if (idiom == 2) {
		add_dependency(z, o[1], o[2]);
	} else {
		add_dependency(z, o[2], o[3]);
		if (idiom == 5) /* A and C before B and D; of the last two, D comes last */
			hd_puzzle_wish(z, hd_puzzle_add(z, 1, &o[1]->at), hd_puzzle_add(z, 0, &o[3]->at));
	}
	return hd_puzzle_solve(z);
}

static void try(struct hd_predict *p, unsigned idiom, ops o)
{
	struct hd_iroot r = root_of(idiom, o);
	unsigned slot = predict_slot_of(p, hd_iroot_key(&r));

	if ((p->known[slot].found && !p->every) || tried_enough(p, slot) ||
	    (p->wanted && !p->wanted(p->to, &r)))
		return;
	if (p->joins++ >= HD_PREDICT_JOINS || !possible_together(p, idiom, o))
		return;
	p->known[slot].found = 1;
	p->predicted(p->to, &r, o);
}

static void predict_there_and_back(struct hd_predict *p, const struct hd_profile_op *a,
				   const struct hd_profile_op *b, const struct hd_profile_op *c,
				   const struct hd_profile_op *d)
{
	const struct hd_profile_op *const three[] = {a, b, d}, *const four[] = {a, b, c, d};

	if (!predict_near(a, d) || !predict_undisturbed(a, d))
		return;
	if (a->addr == d->addr) {
		if (b == c)
			try(p, 2, three);
		else if (predict_near(b, c))
			try(p, 3, four);
		return;
	}
	if (d->prev_access > a->at.pos)
		return;
	if (predict_near(b, c))
		try(p, 4, four);
	else if (predict_near(c, b))
		try(p, 5, four);
}

static void predict_twice(struct hd_predict *p, const struct hd_profile_op *a, const struct hd_profile_op *b,
			  const struct hd_profile_op *c, const struct hd_profile_op *d)
{
	const struct hd_profile_op *const four[] = {a, b, c, d};

	if (a->addr != c->addr && predict_near(a, c) && predict_near(b, d) && predict_undisturbed(b, d))
		try(p, 6, four);
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
