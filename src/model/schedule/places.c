/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

struct hd_place_function *hd_places_add(struct hd_places *p, const char *module, const char *within,
					const char *function, const char *file)
{
	p->functions = hd_grow(p->functions, &p->cap, p->n + 1, sizeof(*p->functions));
	p->functions[p->n] = (struct hd_place_function){.module = hd_strdup(module),
							.within = hd_strdup(within),
							.function = hd_strdup(function),
							.file = hd_strdup(file)};
	return &p->functions[p->n++];
}

struct hd_place_line *hd_place_function_add(struct hd_place_function *f, int32_t below, const char *text)
{
	f->lines = hd_grow(f->lines, &f->cap, f->nlines + 1, sizeof(*f->lines));
	f->lines[f->nlines] = (struct hd_place_line){.below = below, .text = hd_strdup(text)};
	return &f->lines[f->nlines++];
}

void hd_place_line_add(struct hd_place_line *l, uint64_t offset, uint32_t column, const char *callee)
{
	l->calls = hd_grow(l->calls, &l->cap, l->ncalls + 1, sizeof(*l->calls));
	l->calls[l->ncalls++] =
	    (struct hd_place_call){.offset = offset, .column = column, .callee = hd_strdup(callee)};
}

void hd_place_line_free(struct hd_place_line *l)
{
	for (size_t i = 0; i < l->ncalls; i++)
		free(l->calls[i].callee);
	free(l->calls);
	free(l->text);
}

static void free_place_function(struct hd_place_function *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		hd_place_line_free(&f->lines[i]);
	free(f->lines);
	free(f->module);
	free(f->within);
	free(f->function);
	free(f->file);
}

void hd_places_free(struct hd_places *p)
{
	for (size_t i = 0; i < p->n; i++)
		free_place_function(&p->functions[i]);
	free(p->functions);
	*p = (struct hd_places){0};
}

static bool find_in_function(const struct hd_place_function *f, uint64_t offset, struct hd_place *at)
{
	for (at->line = 0; at->line < f->nlines; at->line++)
		for (at->call = 0; at->call < f->lines[at->line].ncalls; at->call++)
			if (f->lines[at->line].calls[at->call].offset == offset)
				return true;
	return false;
}

bool hd_places_find(const struct hd_places *p, const char *module, uint64_t offset, struct hd_place *at)
{
	for (at->function = 0; at->function < p->n; at->function++)
		if (!strcmp(p->functions[at->function].module, module) &&
		    find_in_function(&p->functions[at->function], offset, at))
			return true;
	return false;
}
