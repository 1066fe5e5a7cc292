/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/pattern_search.h"

#include "analysis/sets/conflict_cycle.h"

unsigned hd_pattern_of_three(bool first, bool other, bool second)
{
	static const uint8_t by[2][2][2] = {{{0, 0}, {2, 1}}, {{0, 3}, {4, 5}}};

	return by[first][other][second];
}

unsigned hd_pattern_nested(bool unit, bool other)
{
	static const uint8_t by[2][2] = {{0, 9}, {8, 6}};

	return by[unit][other];
}

unsigned hd_pattern_crossing(bool unit, bool other)
{
	static const uint8_t by[2][2] = {{0, 10}, {11, 7}};

	return by[unit][other];
}

/* ---- matching ---- */

static bool pattern_is_told(struct hd_conflict *c, unsigned pattern, const struct hd_work *u,
			    const struct hd_work *v)
{
	uint64_t key = hd_conflict_mix(pattern, u->set->kind);

	key = hd_conflict_mix(hd_conflict_mix(key, u->function), v->function);
	return !hd_conflict_is_new(c, key);
}

/* What is about one part of a union was told of that set already. */
static bool pattern_spans(const struct hd_conflict_match *m)
{
	bool spans = !m->touches[0]->part;

	for (unsigned i = 1; i < m->n; i++)
		spans |= m->touches[i]->part != m->touches[0]->part;
	return spans;
}

static void pattern_tell(struct hd_conflict *c, struct hd_conflict_match *m)
{
	if (!pattern_spans(m))
		return;
	m->kind = m->u->set->kind;
	m->set = m->u->set->number;
	if (pattern_is_told(c, m->pattern, m->u, m->v))
		return;
	hd_conflict_is_new(c, hd_conflict_pair_key(m->u, m->v));
	c->match(c->to, m);
}

static void look_for_three(struct hd_conflict *c, const struct hd_work *w, const struct hd_work *v,
			   const struct hd_touch *now)
{
	for (const struct hd_touch *f = w->first; f; f = f->next) {
		if (f->member != now->member)
			continue;
		for (const struct hd_touch *g = v->first; g; g = g->next) {
			struct hd_conflict_match m = {.u = w, .v = v, .n = 3};

			c->compared++;
			if (g->member != now->member || g->turn < f->turn)
				continue;
			m.pattern = hd_pattern_of_three(f->write, g->write, now->write);
			m.touches[0] = f;
			m.touches[1] = g;
			m.touches[2] = now;
			m.of_v[1] = true;
			if (m.pattern)
				pattern_tell(c, &m);
		}
	}
}

/* The first access of v to the location, of this kind and after `turn`. */
static const struct hd_touch *first_after(struct hd_conflict *c, const struct hd_work *v, uint32_t member,
					  bool write, uint64_t turn)
{
	const struct hd_touch *g = v->first;

	for (; g; g = g->next) {
		c->compared++;
		if (g->turn > turn && g->member == member && g->write == write)
			break;
	}
	return g;
}

static bool pattern_comes_first(const struct hd_touch *a, const struct hd_touch *b)
{
	if (a->turn != b->turn)
		return a->turn < b->turn;
	while (a && a != b)
		a = a->next;
	return a;
}

static void look_for_nested(struct hd_conflict *c, const struct hd_work *w, const struct hd_work *v,
			    const struct hd_touch *now)
{
	for (const struct hd_touch *f = w->first; f; f = f->next)
		for (int write = 0; write < 2; write++) {
			struct hd_conflict_match m = {.u = w, .v = v, .n = 4};
			const struct hd_touch *x, *y;

			m.pattern = hd_pattern_nested(now->write, write);
			if (f->member == now->member || f->write != now->write || !m.pattern)
				continue;
			x = first_after(c, v, f->member, write, f->turn);
			y = x ? first_after(c, v, now->member, write, f->turn) : NULL;
			if (!y)
				continue;
			m.touches[0] = f;
			m.touches[1] = pattern_comes_first(x, y) ? x : y;
			m.touches[2] = pattern_comes_first(x, y) ? y : x;
			m.touches[3] = now;
			m.of_v[1] = m.of_v[2] = true;
			pattern_tell(c, &m);
		}
}

/* The unit of `now` is the pattern's other one. */
static void look_for_crossing(struct hd_conflict *c, const struct hd_work *w, const struct hd_work *u,
			      const struct hd_touch *now)
{
	for (int write = 0; write < 2; write++) {
		struct hd_conflict_match m = {.u = u, .v = w, .n = 4};
		const struct hd_touch *a;

		m.pattern = hd_pattern_crossing(write, now->write);
		a = m.pattern ? first_after(c, u, now->member, write, 0) : NULL;
		for (const struct hd_touch *b = w->first; a && b; b = b->next) {
			const struct hd_touch *last;

			if (b->member == now->member || b->write != now->write || b->turn < a->turn)
				continue;
			last = first_after(c, u, b->member, write, b->turn);
			if (!last)
				continue;
			m.touches[0] = a;
			m.touches[1] = b;
			m.touches[2] = last;
			m.touches[3] = now;
			m.of_v[1] = m.of_v[3] = true;
			pattern_tell(c, &m);
		}
	}
}

void hd_pattern_look(struct hd_conflict *c, const struct hd_work *w, const struct hd_touch *now)
{
	for (const struct hd_work *v = w->older; v && v->last_turn > w->first_turn; v = v->older) {
		if (v->component != w->component || v->tid == w->tid)
			continue;
		if (hd_arena_table_full(c->arena, HD_FULL_SET_COMPARED, c->compared))
			return;
		look_for_three(c, w, v, now);
		look_for_nested(c, w, v, now);
		look_for_crossing(c, w, v, now);
	}
}
