/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/static/guide_make.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/static/guide_reach.h"
#include "strategy/systematic/value_kind.h"
#include "symbol/lines.h"

struct maker {
	struct hd_guide *g;
	const struct hd_pairs *pairs;
	uint32_t *order;  /* places whose line is known, by position and operation: their numbers in pairs */
	uint16_t *number; /* of each place of pairs: in the guide, or HD_GUIDE_NOWHERE */
};

/* ---- places ---- */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int compare_position(const struct hd_pairs *pairs, const struct hd_pair_place *p, const char *file,
			    uint32_t line, uint32_t column)
{
	if (p->line != line)
		return p->line < line ? -1 : 1;
	if (p->column != column)
		return p->column < column ? -1 : 1;
	return strcmp(last_part(pairs->files[p->file]), last_part(file));
}

static int compare_places(const void *a, const void *b, void *context)
{
	const struct hd_pairs *pairs = context;
	const struct hd_pair_place *x = &pairs->places[*(const uint32_t *)a],
				   *y = &pairs->places[*(const uint32_t *)b];
	int order = compare_position(pairs, x, pairs->files[y->file], y->line, y->column);

	return order ? order : (int)x->what - (int)y->what;
}

/* Files of the same name in different folders are taken for one: more places then meet the code, never
 * fewer. */
static bool number_places(struct maker *m)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->pairs->nplaces; i++) {
		m->number[i] = HD_GUIDE_NOWHERE;
		if (m->pairs->places[i].line && m->pairs->places[i].file < m->pairs->nfiles)
			m->order[n++] = i;
	}
	if (n)
		qsort_r(m->order, n, sizeof *m->order, compare_places, (void *)m->pairs);
	for (uint32_t i = 0; i < n; i++) {
		bool same = i && !compare_places(&m->order[i - 1], &m->order[i], (void *)m->pairs);

		if (!same && m->g->nplaces == HD_GUIDE_PLACES)
			return false;
		if (!same)
			m->g->places[m->g->nplaces++].what = m->pairs->places[m->order[i]].what;
		m->number[m->order[i]] = (uint16_t)(m->g->nplaces - 1);
		m->order[m->g->nplaces - 1] = m->order[i];
	}
	return m->g->nplaces;
}

/* ---- code ---- */

/* The first place, of those in m->order, that is not before this line. */
static uint32_t first_place(const struct maker *m, const struct hd_code_line *line)
{
	uint32_t low = 0, high = m->g->nplaces;

	while (low < high) {
		uint32_t middle = (low + high) / 2;
		const struct hd_pair_place *p = &m->pairs->places[m->order[middle]];

		if (compare_position(m->pairs, p, line->file, (uint32_t)line->line, (uint32_t)line->column) <
		    0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void take_line(void *context, const struct hd_code_line *line)
{
	struct maker *m = context;
	struct hd_guide *g = m->g;
	uint32_t first = first_place(m, line), end = first;

	while (end < g->nplaces && !compare_position(m->pairs, &m->pairs->places[m->order[end]], line->file,
						     (uint32_t)line->line, (uint32_t)line->column))
		end++;
	if (end == first || line->to > UINT32_MAX || g->nranges == HD_GUIDE_RANGES)
		return;
	g->ranges[g->nranges++] = (struct hd_guide_range){(uint32_t)line->from, (uint32_t)line->to,
							  (uint16_t)first, (uint16_t)(end - first)};
}

static int compare_ranges(const void *a, const void *b)
{
	const struct hd_guide_range *x = a, *y = b;

	return x->from < y->from ? -1 : x->from > y->from;
}

/* Code that the linker has thrown away keeps its lines, at addresses where there is other code or none:
 * ranges that overlap are left out. */
static void sort_ranges(struct hd_guide *g)
{
	uint32_t n = 0;

	qsort(g->ranges, g->nranges, sizeof g->ranges[0], compare_ranges);
	for (uint32_t i = 0; i < g->nranges; i++)
		if (!n || g->ranges[i].from >= g->ranges[n - 1].to)
			g->ranges[n++] = g->ranges[i];
	g->nranges = n;
}

/* ---- pairs ---- */

static const uint8_t value_kind[HD_PAIR_KINDS] = {[HD_PAIR_RW] = HD_VALUE_RW,
						  [HD_PAIR_WN] = HD_VALUE_WN,
						  [HD_PAIR_WM] = HD_VALUE_WM,
						  [HD_PAIR_MM] = HD_VALUE_MM};

/* Calls add for each side of each pair whose places are known. */
static void each_partner(struct maker *m,
			 void (*add)(struct maker *m, uint16_t of, const struct hd_guide_partner *partner))
{
	for (size_t i = 0; i < m->pairs->npairs && i < HD_GUIDE_PARTNERS / 2; i++) {
		const struct hd_pair *p = &m->pairs->pairs[i];
		struct hd_guide_partner a = {m->number[p->a], value_kind[p->kind], p->must, p->threads_a},
					b = {m->number[p->b], value_kind[p->kind], p->must, p->threads_b};

		if (a.place == HD_GUIDE_NOWHERE || b.place == HD_GUIDE_NOWHERE)
			continue;
		add(m, a.place, &b);
		if (a.place != b.place)
			add(m, b.place, &a);
	}
}

static void count_partner(struct maker *m, uint16_t of, const struct hd_guide_partner *partner)
{
	(void)partner;
	m->g->places[of].n++;
}

static void put_partner(struct maker *m, uint16_t of, const struct hd_guide_partner *partner)
{
	struct hd_guide_place *p = &m->g->places[of];

	m->g->partners[p->first + p->n++] = *partner;
}

static void list_partners(struct maker *m)
{
	struct hd_guide *g = m->g;

	each_partner(m, count_partner);
	for (uint32_t i = 0; i < g->nplaces; i++) {
		g->places[i].first = g->npartners;
		g->npartners += g->places[i].n;
		g->places[i].n = 0;
	}
	each_partner(m, put_partner);
}

static void list_threads(struct maker *m)
{
	for (size_t i = 0; i < m->pairs->nthreads && i < HD_GUIDE_THREADS; i++) {
		uint32_t place = m->pairs->threads[i].place;

		m->g->created_at[m->g->nthreads++] =
		    place < m->pairs->nplaces ? m->number[place] : HD_GUIDE_NOWHERE;
	}
}

bool hd_guide_make(struct hd_guide *g, const struct hd_pairs *pairs, struct hd_symbols *symbols,
		   const char *program)
{
	size_t n = pairs->nplaces + 1;
	struct maker m = {.g = g,
			  .pairs = pairs,
			  .order = hd_new(n, sizeof *m.order),
			  .number = hd_new(n, sizeof *m.number)};
	bool good;

	g->nranges = g->nplaces = g->npartners = g->nthreads = 0;
	good = number_places(&m);
	if (good) {
		hd_symbols_lines(symbols, program, take_line, &m);
		sort_ranges(g);
		list_partners(&m);
		list_threads(&m);
		hd_guide_find_reach(g, pairs, m.number);
	}
	free(m.order);
	free(m.number);
	return good;
}
