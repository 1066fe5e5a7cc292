/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/feasible.h"

#include <string.h>

#define GUESSES 32 /* orders of two sections that are tried; then a puzzle passes for solvable */

void hd_puzzle_begin(struct hd_puzzle *z, hd_tid first, hd_tid second)
{
	z->tids[0] = first;
	z->tids[1] = second;
	z->n = z->nsections = z->nwishes = 0;
	z->guesses = GUESSES;
}

unsigned hd_puzzle_add_later(struct hd_puzzle *z, unsigned who, const struct hd_point *p)
{
	for (unsigned i = 0; i < z->n; i++)
		if (z->points[i].who == who && z->points[i].at->pos == p->pos)
			return i;
	z->points[z->n].at = p;
	z->points[z->n].who = (uint8_t)who;
	z->points[z->n].needed = false;
	z->after[z->n] = 0;
	return z->n++;
}

unsigned hd_puzzle_add(struct hd_puzzle *z, unsigned who, const struct hd_point *p)
{
	unsigned i = hd_puzzle_add_later(z, who, p);

	z->points[i].needed = true;
	return i;
}

void hd_puzzle_wish(struct hd_puzzle *z, unsigned first, unsigned second)
{
	z->wishes[z->nwishes].first = (uint8_t)first;
	z->wishes[z->nwishes++].second = (uint8_t)second;
}

/* ---- sections ---- */

/* A thread's sections that matter, newest last; how many. */
static unsigned feasible_gather(const struct hd_puzzle *z, unsigned who, const struct hd_section **found)
{
	const struct hd_point *first = NULL, *last = NULL;
	unsigned n = 0;

	for (unsigned i = 0; i < z->n; i++) {
		const struct hd_point *p = z->points[i].at;

		if (z->points[i].who != who)
			continue;
		first = !first || p->pos < first->pos ? p : first;
		if (z->points[i].needed)
			last = !last || p->pos > last->pos ? p : last;
	}
	if (!first || !last)
		return 0;
	for (unsigned i = 0; i < first->locks->n; i++)
		found[n++] = first->locks->held[i];
	for (const struct hd_section *s = last->locks->last;
	     s && s->begin.pos > first->pos && n < HD_PUZZLE_WALK; s = s->before)
		found[n++] = s;
	return n;
}

static bool excludes(const struct hd_section *a, const struct hd_section *b)
{
	return a->lock == b->lock && !(a->shared && b->shared) && !a->none && !b->none;
}

static void add_sections(struct hd_puzzle *z, unsigned who, const struct hd_section *const *own,
			 unsigned nown, const struct hd_section *const *other, unsigned nother)
{
	for (unsigned i = 0; i < nown; i++)
		for (unsigned k = 0; k < nother; k++) {
			unsigned n = z->nsections;

			if (!excludes(own[i], other[k]))
				continue;
			if (n == HD_PUZZLE_SECTIONS)
				return;
			z->sections[n].section = own[i];
			z->sections[n].who = who;
			z->sections[n].begin = hd_puzzle_add(z, who, &own[i]->begin);
			z->sections[n].end = hd_puzzle_add(z, who, &own[i]->end);
			z->nsections++;
			break;
		}
}

static void find_sections(struct hd_puzzle *z)
{
	unsigned n0 = feasible_gather(z, 0, z->gathered[0]),
		 n1 = n0 ? feasible_gather(z, 1, z->gathered[1]) : 0;

	if (!n1)
		return;
	add_sections(z, 0, z->gathered[0], n0, z->gathered[1], n1);
	add_sections(z, 1, z->gathered[1], n1, z->gathered[0], n0);
}

/* ---- order ---- */

static bool feasible_comes_before(const struct hd_puzzle *z, unsigned a, unsigned b)
{
	return z->after[a] >> b & 1;
}

/* False: that cannot be. */
static bool feasible_put(struct hd_puzzle *z, unsigned a, unsigned b)
{
	uint64_t more = z->after[b] | 1ULL << b;

	if (a == b || feasible_comes_before(z, b, a))
		return false;
	if (feasible_comes_before(z, a, b))
		return true;
	z->after[a] |= more;
	for (unsigned i = 0; i < z->n; i++)
		if (feasible_comes_before(z, i, a))
			z->after[i] |= more;
	return true;
}

static bool must_precede(const struct hd_puzzle *z, unsigned a, unsigned b)
{
	const struct hd_point *p = z->points[a].at, *q = z->points[b].at;

	if (z->points[a].who == z->points[b].who)
		return p->pos < q->pos;
	return q->pos != UINT32_MAX && p->time <= hd_vclock_get(q->clock, z->tids[z->points[a].who]);
}

static bool put_what_must_be(struct hd_puzzle *z)
{
	for (unsigned a = 0; a < z->n; a++)
		for (unsigned b = 0; b < z->n; b++)
			if (a != b && must_precede(z, a, b) && !feasible_put(z, a, b))
				return false;
	for (unsigned i = 0; i < z->nwishes; i++)
		if (!feasible_put(z, z->wishes[i].first, z->wishes[i].second))
			return false;
	return true;
}

struct two {
	unsigned first, second; /* sections of different threads */
};

/* The first two sections that exclude each other and have no order yet, from `from` on. */
static bool next_pair(const struct hd_puzzle *z, struct two *t)
{
	for (; t->first < z->nsections; t->first++, t->second = 0)
		for (; t->second < z->nsections; t->second++)
			if (z->sections[t->first].who == 0 && z->sections[t->second].who == 1 &&
			    excludes(z->sections[t->first].section, z->sections[t->second].section))
				return true;
	return false;
}

/* Completes what is known of two sections' order; false: no order of them is possible. */
static bool draw_out(struct hd_puzzle *z, const struct two *t, bool *changed, bool *settled)
{
	unsigned b1 = z->sections[t->first].begin, e1 = z->sections[t->first].end,
		 b2 = z->sections[t->second].begin, e2 = z->sections[t->second].end;

	*settled = feasible_comes_before(z, e1, b2) || feasible_comes_before(z, e2, b1);
	if (*settled)
		return true;
	if (feasible_comes_before(z, b1, e2)) {
		*changed = true;
		return feasible_put(z, e1, b2);
	}
	if (feasible_comes_before(z, b2, e1)) {
		*changed = true;
		return feasible_put(z, e2, b1);
	}
	return true;
}

/* Complete the order of all sections; *open: two sections whose order stays open. */
static bool saturate(struct hd_puzzle *z, struct two *open, bool *any_open)
{
	bool changed = true;

	while (changed) {
		struct two t = {0};

		changed = *any_open = false;
		for (; next_pair(z, &t); t.second++) {
			bool settled;

			if (!draw_out(z, &t, &changed, &settled))
				return false;
			if (!settled) {
				*open = t;
				*any_open = true;
			}
		}
	}
	return true;
}

/* What stays open is guessed, one way and then the other. */
static bool solve(struct hd_puzzle *z,
		  unsigned depth) /* NOLINT(misc-no-recursion): HD_PUZZLE_DEPTH at most */
{
	struct two t;
	bool any;

	if (!saturate(z, &t, &any))
		return false;
	if (!any || !z->guesses || depth == HD_PUZZLE_DEPTH)
		return true;
	z->guesses--;
	memcpy(z->saved[depth], z->after, z->n * sizeof z->after[0]);
	if (feasible_put(z, z->sections[t.first].end, z->sections[t.second].begin) && solve(z, depth + 1))
		return true;
	memcpy(z->after, z->saved[depth], z->n * sizeof z->after[0]);
	return feasible_put(z, z->sections[t.second].end, z->sections[t.first].begin) && solve(z, depth + 1);
}

bool hd_puzzle_solve(struct hd_puzzle *z)
{
	find_sections(z);
	return put_what_must_be(z) && solve(z, 0);
}
