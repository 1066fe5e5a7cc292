/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/potential_pair.h"

#include "analysis/sets/pattern_search.h"
#include "analysis/sets/potential_room.h"

#define TRIED 20000 /* of a run, that are looked at closely */

struct pair {
	struct hd_potential *p;
	const struct hd_potential_unit *u, *v;
};

static uint64_t pair_mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15ULL + (a << 6))) * 0xBF58476D1CE4E5B9ULL;

	return h ^ h >> 31;
}

/* ---- each once ---- */

static uint64_t group_of(const struct pair *x, unsigned pattern)
{
	return pair_mix(pair_mix(pair_mix(pattern, x->u->function), x->v->function), x->u->set->kind);
}

static uint8_t *group_count(struct hd_potential *p, uint64_t group)
{
	unsigned at = (unsigned)(group >> 20) % HD_POTENTIAL_SEEN;

	if (p->group_run[at] != p->run) {
		p->group_run[at] = p->run;
		p->group[at] = 0;
	}
	return &p->group[at];
}

static bool is_new(struct hd_potential *p, uint64_t key)
{
	unsigned at = (unsigned)(key >> 20) % HD_POTENTIAL_SEEN;

	if (p->seen_run[at] == p->run && p->seen[at] == key)
		return false;
	p->seen_run[at] = p->run;
	p->seen[at] = key;
	return true;
}

/* ---- one ---- */

static const struct hd_potential_lock *pair_find_lock(const struct hd_potential_lock *locks, unsigned n,
						      uint64_t lock)
{
	for (unsigned i = 0; i < n; i++)
		if (locks[i].lock == lock)
			return &locks[i];
	return NULL;
}

/* The locks that the unit holds at an item. */
static unsigned locks_at(const struct hd_potential_unit *u, unsigned item, struct hd_potential_lock *locks)
{
	unsigned n = 0;

	for (; n < u->nheld; n++)
		locks[n] = u->held[n];
	for (unsigned i = 0; i < item; i++) {
		const struct hd_potential_lock *l = &u->items[i].lock;
		unsigned kept = 0;

		if (u->items[i].what == HD_POTENTIAL_LOCK && n < HD_MAX_SET_LOCKS) {
			locks[n++] = *l;
		} else if (u->items[i].what == HD_POTENTIAL_UNLOCK) {
			for (unsigned k = 0; k < n; k++)
				if (locks[k].lock != l->lock)
					locks[kept++] = locks[k];
			n = kept;
		}
	}
	return n;
}

static void fill_window(const struct pair *x, const struct hd_potential_order *o,
			struct hd_potential_violation *v)
{
	struct hd_potential_lock of_u[HD_MAX_SET_LOCKS], at_k[HD_MAX_SET_LOCKS], at_l[HD_MAX_SET_LOCKS];
	unsigned n = locks_at(x->u, o->i, of_u), nk = locks_at(x->v, o->k, at_k),
		 nl = locks_at(x->v, o->l, at_l);

	for (unsigned i = 0; i < n; i++) {
		const struct hd_potential_lock *of_v = pair_find_lock(at_k, nk, of_u[i].lock);

		if (!of_v)
			of_v = pair_find_lock(at_l, nl, of_u[i].lock);
		if (!of_v || (of_v->shared && of_u[i].shared))
			continue;
		v->window_of_v[v->nwindow] = of_v->site;
		v->window[v->nwindow++] = of_u[i];
	}
}

static void pair_put(struct hd_potential_violation *v, const struct hd_potential_unit *unit, unsigned item,
		     bool of_v)
{
	v->of_v[v->n] = of_v;
	v->events[v->n++] = &unit->items[item];
}

static void pair_put_all(const struct pair *x, const struct hd_potential_order *o,
			 struct hd_potential_violation *v)
{
	pair_put(v, x->u, o->i, false);
	pair_put(v, x->v, o->k, true);
	if (o->crossing)
		pair_put(v, x->u, o->j, false);
	if (o->l != o->k)
		pair_put(v, x->v, o->l, true);
	if (!o->crossing)
		pair_put(v, x->u, o->j, false);
}

/* Accesses have the pattern's shape: are they a potential violation? */
static void consider(const struct pair *x, unsigned pattern, const struct hd_potential_order *o)
{
	struct hd_potential *p = x->p;
	struct hd_potential_violation v = {
	    .pattern = pattern, .kind = x->u->set->kind, .functions = {x->u->function, x->v->function}};
	uint64_t group = group_of(x, pattern);
	uint8_t *count = group_count(p, group);

	if (!pattern || *count >= p->most || p->tried >= TRIED)
		return;
	pair_put_all(x, o, &v);
	v.key = group;
	for (unsigned i = 0; i < v.n; i++)
		v.key = pair_mix(pair_mix(v.key, v.events[i]->site), v.events[i]->context);
	p->tried++;
	if (!hd_potential_possible(x->u, x->v, o) || !is_new(p, v.key))
		return;
	(*count)++;
	fill_window(x, o, &v);
	p->found(p->to, &v);
}

/* ---- all of two units ---- */

static bool is_access(const struct hd_potential_item *x)
{
	return x->what < HD_POTENTIAL_LOCK;
}

/* Two accesses of u around one of v, all to one location: not in a union of sets, see pattern_search.c. */
static void three(const struct pair *x, unsigned i, unsigned j)
{
	const struct hd_potential_item *a = &x->u->items[i], *b = &x->u->items[j];

	for (unsigned k = 0; !a->part && k < x->v->nitems; k++) {
		const struct hd_potential_item *c = &x->v->items[k];
		struct hd_potential_order o = {i, k, k, j, false};

		if (is_access(c) && c->member == a->member)
			consider(x, hd_pattern_of_three(a->what, c->what, b->what), &o);
	}
}

/* Two accesses of u, to two locations, and two of v to the same ones. */
static void four(const struct pair *x, unsigned i, unsigned j)
{
	const struct hd_potential_item *a = &x->u->items[i], *b = &x->u->items[j];
	const struct hd_potential_item *of_v = x->v->items;

	if (a->what != b->what || (a->part && a->part == b->part))
		return;
	for (unsigned k = 0; k < x->v->nitems; k++) {
		uint32_t wanted = of_v[k].member == a->member ? b->member : a->member;

		if (!is_access(&of_v[k]) || (of_v[k].member != a->member && of_v[k].member != b->member))
			continue;
		for (unsigned l = k + 1; l < x->v->nitems; l++) {
			struct hd_potential_order o = {i, k, l, j, false};

			if (of_v[l].what != of_v[k].what || of_v[l].member != wanted)
				continue;
			consider(x, hd_pattern_nested(a->what, of_v[k].what), &o);
			o.crossing = true;
			if (wanted == a->member)
				consider(x, hd_pattern_crossing(a->what, of_v[k].what), &o);
		}
	}
}

/* The whole unit comes before the other one, in any case. */
static bool pair_comes_before(const struct hd_potential_unit *u, const struct hd_potential_unit *v)
{
	const struct hd_potential_item *last = &u->items[u->nitems - 1];

	return last->time <= hd_vclock_get(v->items[0].clock, u->tid);
}

void hd_potential_pair(struct hd_potential *p, const struct hd_potential_unit *u,
		       const struct hd_potential_unit *v)
{
	struct pair x = {p, u, v};

	if (!u->nitems || !v->nitems || pair_comes_before(u, v) || pair_comes_before(v, u))
		return;
	for (unsigned i = 0; i < u->nitems; i++)
		for (unsigned j = i + 1; j < u->nitems; j++) {
			if (!is_access(&u->items[i]) || !is_access(&u->items[j]))
				continue;
			if (u->items[i].member == u->items[j].member)
				three(&x, i, j);
			else
				four(&x, i, j);
		}
}
