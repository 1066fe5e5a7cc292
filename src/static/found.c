/* SPDX-License-Identifier: Apache-2.0 */
#include "static/found.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "static/object_names.h"

static uint64_t mix(uint64_t h, uint64_t more)
{
	return (h ^ more) * 0x9e3779b97f4a7c15u;
}

void hd_found_begin(struct hd_found *found)
{
	const struct hd_static_facts *f = found->find->f;

	found->place_of = hd_new(f->nsites + 1, sizeof *found->place_of);
	memset(found->place_of, 0xff, f->nsites * sizeof *found->place_of);
	found->places_cap = 1024;
	while (found->places_cap < 2 * f->nsites)
		found->places_cap *= 2;
	found->places = hd_new(found->places_cap, sizeof *found->places);
	found->pairs_cap = 1024;
	found->pairs = hd_new(found->pairs_cap, sizeof *found->pairs);
}

static bool equal_places(const struct hd_pair_place *p, const struct hd_site *s)
{
	return p->file == s->file && p->line == s->line && p->column == s->column && p->what == s->what &&
	       (s->line || !strcmp(p->function, s->function));
}

static uint32_t add_place(struct hd_found *found, const struct hd_site *s)
{
	struct hd_pairs *out = found->out;
	uint64_t h = mix(mix(mix(mix(1, s->file), s->line), s->column), s->what);
	size_t at;

	for (at = (h >> 20) & (found->places_cap - 1); found->places[at];
	     at = (at + 1) & (found->places_cap - 1))
		if (equal_places(&out->places[found->places[at] - 1], s))
			return found->places[at] - 1;
	out->places = hd_grow(out->places, &out->places_cap, out->nplaces + 1, sizeof *out->places);
	out->places[out->nplaces] = (struct hd_pair_place){.file = s->file,
							   .line = s->line,
							   .column = s->column,
							   .what = s->what,
							   .function = hd_strdup(s->function)};
	found->places[at] = (uint32_t)++out->nplaces;
	return (uint32_t)out->nplaces - 1;
}

static void name_place(struct hd_found *found, struct hd_pair_place *place, const struct hd_act *act)
{
	if (!place->object && hd_is_somewhere(act->at) && act->what != HD_CREATE)
		place->object = hd_object_words(found->find->f, act->at);
}

uint32_t hd_found_place(struct hd_found *found, uint32_t act)
{
	uint32_t site = found->find->f->acts[act].site;

	if (found->place_of[site] == UINT32_MAX) {
		found->place_of[site] = add_place(found, &found->find->f->sites[site]);
		name_place(found, &found->out->places[found->place_of[site]], &found->find->f->acts[act]);
	}
	return found->place_of[site];
}

static size_t slot_of(const struct hd_found *found, const struct hd_pair *pair)
{
	const struct hd_pair *list = found->out->pairs;
	size_t at = (mix(mix(mix(1, pair->a), pair->b), pair->kind) >> 20) & (found->pairs_cap - 1);

	for (; found->pairs[at]; at = (at + 1) & (found->pairs_cap - 1)) {
		const struct hd_pair *p = &list[found->pairs[at] - 1];

		if (p->a == pair->a && p->b == pair->b && p->kind == pair->kind)
			break;
	}
	return at;
}

static void grow_pairs(struct hd_found *found)
{
	if (found->out->npairs * 2 < found->pairs_cap)
		return;
	free(found->pairs);
	found->pairs_cap *= 2;
	found->pairs = hd_new(found->pairs_cap, sizeof *found->pairs);
	for (size_t i = 0; i < found->out->npairs; i++)
		found->pairs[slot_of(found, &found->out->pairs[i])] = (uint32_t)i + 1;
}

static uint64_t runs_of(const struct hd_found *found, uint32_t act)
{
	const struct hd_static_facts *f = found->find->f;

	return found->find->t->runs[f->blocks[f->acts[act].block].function];
}

void hd_found_add(struct hd_found *found, enum hd_pair_kind kind, bool must, uint32_t act_a, uint32_t act_b)
{
	struct hd_pairs *out = found->out;
	uint32_t a = hd_found_place(found, act_a), b = hd_found_place(found, act_b);
	bool swap = a > b;
	struct hd_pair pair = {.kind = (uint8_t)kind,
			       .must = must,
			       .a = swap ? b : a,
			       .b = swap ? a : b,
			       .threads_a = runs_of(found, swap ? act_b : act_a),
			       .threads_b = runs_of(found, swap ? act_a : act_b)};
	size_t slot;

	grow_pairs(found);
	slot = slot_of(found, &pair);
	if (found->pairs[slot]) {
		struct hd_pair *known = &out->pairs[found->pairs[slot] - 1];

		known->must &= must;
		known->threads_a |= pair.threads_a;
		known->threads_b |= pair.threads_b;
		return;
	}
	if (hd_found_is_full(found)) {
		out->lost++;
		return;
	}
	out->pairs = hd_grow(out->pairs, &out->pairs_cap, out->npairs + 1, sizeof *out->pairs);
	out->pairs[out->npairs] = pair;
	found->pairs[slot] = (uint32_t)++out->npairs;
}

bool hd_found_is_full(const struct hd_found *found)
{
	return found->out->npairs == HD_MOST_PAIRS;
}

static int compare_places(const struct hd_pair_place *x, const struct hd_pair_place *y)
{
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return x->what < y->what ? -1 : x->what > y->what;
}

static int compare_pairs(const void *a, const void *b, void *places)
{
	const struct hd_pair *x = a, *y = b;
	const struct hd_pair_place *p = places;
	int first;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->must != y->must)
		return x->must ? -1 : 1;
	first = compare_places(&p[x->a], &p[y->a]);
	return first ? first : compare_places(&p[x->b], &p[y->b]);
}

/* The side that comes first in the source is the first of the pair. */
static void turn_pairs(struct hd_pairs *out)
{
	for (size_t i = 0; i < out->npairs; i++) {
		struct hd_pair *p = &out->pairs[i], old = *p;

		if (compare_places(&out->places[p->a], &out->places[p->b]) <= 0)
			continue;
		p->a = old.b;
		p->b = old.a;
		p->threads_a = old.threads_b;
		p->threads_b = old.threads_a;
	}
}

static char *start_of(const struct hd_static_facts *f, const struct hd_act *create)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (uint32_t c = 0; c < create->ncallees; c++)
		fprintf(text.f, "%s%s", c ? ", " : "",
			f->functions[f->callees[create->first_callee + c]].name);
	if (!create->ncallees)
		fputs("?", text.f);
	return hd_text_end(&text);
}

static void add_threads(struct hd_found *found)
{
	const struct hd_threads *t = found->find->t;
	struct hd_pairs *out = found->out;

	for (unsigned k = 0; k < t->n; k++) {
		const struct hd_thread_kind *kind = &t->kind[k];
		struct hd_pair_thread thread = {.many = kind->many || kind->unclear, .place = UINT32_MAX};

		if (kind->create != HD_NIL)
			thread.place = hd_found_place(found, kind->create);
		thread.start = kind->create == HD_NIL
				   ? hd_strdup("main")
				   : start_of(found->find->f, &found->find->f->acts[kind->create]);
		out->threads =
		    hd_grow(out->threads, &out->threads_cap, out->nthreads + 1, sizeof *out->threads);
		out->threads[out->nthreads++] = thread;
	}
}

void hd_found_end(struct hd_found *found)
{
	const struct hd_static_facts *f = found->find->f;
	struct hd_pairs *out = found->out;

	turn_pairs(out);
	if (out->npairs)
		qsort_r(out->pairs, out->npairs, sizeof *out->pairs, compare_pairs, out->places);
	add_threads(found);
	for (size_t i = 0; i < f->nfiles; i++) {
		out->files = hd_grow(out->files, &out->files_cap, out->nfiles + 1, sizeof *out->files);
		out->files[out->nfiles++] = hd_strdup(f->files[i]);
	}
	out->instructions = f->instructions;
	free(found->place_of);
	free(found->places);
	free(found->pairs);
}
