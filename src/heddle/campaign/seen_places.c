/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/seen_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"

void hd_seen_places_init(struct hd_seen_places *s, const struct hd_wire *wire, struct hd_symbols *symbols)
{
	uint32_t nmodules = wire->nmodules;

	*s = (struct hd_seen_places){.n = wire->nsites < HD_MAX_SITES ? wire->nsites : HD_MAX_SITES};
	s->sites = hd_new(s->n ? s->n : 1, sizeof *s->sites);
	for (uint32_t i = 1; i < s->n; i++) {
		const struct hd_source_frame *frames;
		uint32_t module = wire->sites[i].module;

		s->sites[i].frame = NULL;
		if (module < nmodules && module < HD_MAX_MODULES &&
		    hd_symbols_call(symbols, wire->modules[module].path, wire->sites[i].offset, &frames))
			s->sites[i].frame = frames;
	}
}

void hd_seen_places_term(struct hd_seen_places *s)
{
	free(s->sites);
	free(s->order);
	free(s->same);
	free(s->executed);
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const char *file_of(const struct hd_pairs *pairs, const struct hd_pair_place *p)
{
	return p->file < pairs->nfiles ? last_part(pairs->files[p->file]) : "";
}

/* Where two places are: below, equal to or above 0. */
static int compare_positions(const struct hd_pairs *pairs, const struct hd_pair_place *a,
			     const struct hd_pair_place *b)
{
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	return strcmp(file_of(pairs, a), file_of(pairs, b));
}

static int compare_places(const void *a, const void *b, void *context)
{
	const struct hd_pairs *pairs = context;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct hd_pair_place *x = &pairs->places[i], *y = &pairs->places[k];
	int order = compare_positions(pairs, x, y);

	if (order)
		return order;
	if (x->what != y->what)
		return x->what < y->what ? -1 : 1;
	return i < k ? -1 : i > k;
}

/* A woken waiter takes its mutex again at the place of its wait. */
static unsigned operation_of(unsigned kind)
{
	return kind == HD_RELOCK ? HD_COND_WAIT : kind;
}

static int compare_with_frame(const struct hd_pairs *pairs, const struct hd_pair_place *p,
			      const struct hd_source_frame *f)
{
	if (p->line != (uint32_t)f->line)
		return p->line < (uint32_t)f->line ? -1 : 1;
	if (p->column != (uint32_t)f->column)
		return p->column < (uint32_t)f->column ? -1 : 1;
	return strcmp(file_of(pairs, p), f->file ? last_part(f->file) : "");
}

/* The first place, in the sorted order, that is where the frame is. */
static size_t first_at(const struct hd_seen_places *s, const struct hd_source_frame *f)
{
	size_t low = 0, high = s->pairs->nplaces;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (compare_with_frame(s->pairs, &s->pairs->places[s->order[middle]], f) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct hd_seen_places *s, size_t i, const struct hd_source_frame *f)
{
	return i < s->pairs->nplaces && !compare_with_frame(s->pairs, &s->pairs->places[s->order[i]], f);
}

static void note_executed(struct hd_seen_places *s)
{
	for (uint32_t site = 1; site < s->n; site++) {
		const struct hd_source_frame *f = s->sites[site].frame;

		for (size_t i = f ? first_at(s, f) : 0; f && is_at(s, i, f); i++)
			s->executed[s->order[i]] = 1;
	}
}

void hd_seen_places_match(struct hd_seen_places *s, const struct hd_pairs *pairs)
{
	size_t n = pairs->nplaces;

	s->pairs = pairs;
	s->order = hd_new(n ? n : 1, sizeof *s->order);
	s->same = hd_new(n ? n : 1, sizeof *s->same);
	s->executed = hd_new(n ? n : 1, 1);
	for (uint32_t i = 0; i < n; i++)
		s->order[i] = i;
	if (n)
		qsort_r(s->order, n, sizeof *s->order, compare_places, (void *)pairs);
	for (size_t i = 0; i < n; i++) {
		const struct hd_pair_place *p = &pairs->places[s->order[i]];
		const struct hd_pair_place *before = i ? &pairs->places[s->order[i - 1]] : NULL;
		bool same =
		    before && p->line && before->what == p->what && !compare_positions(pairs, before, p);

		s->same[s->order[i]] = same ? s->same[s->order[i - 1]] : s->order[i];
	}
	note_executed(s);
}

uint32_t hd_seen_place_of(const struct hd_seen_places *s, uint32_t site, unsigned kind)
{
	const struct hd_source_frame *f = site < s->n ? s->sites[site].frame : NULL;

	for (size_t i = f && f->line ? first_at(s, f) : 0; f && f->line && is_at(s, i, f); i++)
		if (s->pairs->places[s->order[i]].what == operation_of(kind))
			return s->same[s->order[i]];
	return UINT32_MAX;
}

uint32_t hd_seen_place_same(const struct hd_seen_places *s, uint32_t place)
{
	return s->same[place];
}

bool hd_seen_place_executed(const struct hd_seen_places *s, uint32_t place)
{
	return s->executed[place];
}

char *hd_seen_place_words(const struct hd_seen_places *s, uint32_t site, unsigned kind)
{
	const struct hd_source_frame *f = site < s->n ? s->sites[site].frame : NULL;
	const char *what = hd_event_text[kind];

	if (!f || !f->file || !f->line)
		return hd_sprintf("%s in %s", what, f && f->function ? f->function : "code without a name");
	return hd_sprintf("%s %s:%d:%d %s", what, last_part(f->file), f->line, f->column,
			  f->function ? f->function : "");
}
