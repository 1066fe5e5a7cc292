/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/known/code_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "symbol/spot.h"

#define FUNCTIONS_MOST 200  /* that are kept with a schedule */
#define CALLS_MOST     5000 /* in one of them: a longer one is left out */
#define SYMBOLS_MOST   2000 /* in which an inlined function is looked for */

/* ---- one function ---- */

static bool is_in_function(const struct hd_spot *s, const char *function, const char *file)
{
	return !strcmp(s->function ? s->function : "", function) &&
	       !strcmp(s->file ? hd_base_name(s->file) : "", file);
}

static int by_line(const void *a, const void *b)
{
	const struct hd_code_spot *x = a, *y = b;

	if (x->spot.below != y->spot.below)
		return x->spot.below < y->spot.below ? -1 : 1;
	if (x->spot.column != y->spot.column)
		return x->spot.column < y->spot.column ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void add_line_call(struct hd_place_function *f, const struct hd_code_spot *c,
			  struct hd_sources *sources)
{
	const struct hd_spot *s = &c->spot;
	struct hd_place_line *line = f->nlines ? &f->lines[f->nlines - 1] : NULL;

	if (!line || line->below != s->below) {
		char *text = s->file ? hd_source_line(sources, s->file, s->line) : NULL;

		line = hd_place_function_add(f, s->below, text ? text : "");
		free(text);
	}
	hd_place_line_add(line, c->offset, s->column > 0 ? (uint32_t)s->column : 0,
			  c->callee ? c->callee : "");
}

/* Of the calls in the list, those of the function. Sorts the list. */
static bool add_calls_of(const struct hd_place_function *like, const char *module, struct hd_code_spot *list,
			 size_t n, struct hd_sources *sources, struct hd_places *out)
{
	struct hd_place_function *f = NULL;

	if (!n || n > CALLS_MOST)
		return false;
	qsort(list, n, sizeof(*list), by_line);
	for (size_t i = 0; i < n; i++) {
		if (!is_in_function(&list[i].spot, like->function, like->file))
			continue;
		if (!f)
			f = hd_places_add(out, module, list[i].spot.within, like->function, like->file);
		add_line_call(f, &list[i], sources);
	}
	return f;
}

bool hd_code_of_function(const struct hd_place_function *old, const char *module, struct hd_symbols *symbols,
			 struct hd_sources *sources, struct hd_places *out)
{
	struct hd_code_spot *list;
	size_t n = hd_symbols_spots(symbols, module, old->within, 0, &list), kept = 0;
	bool found = add_calls_of(old, module, list, n, sources, out);

	free(list);
	if (found)
		return true;
	n = hd_symbols_spots(symbols, module, NULL, SYMBOLS_MOST, &list);
	for (size_t i = 0; i < n; i++)
		if (is_in_function(&list[i].spot, old->function, old->file))
			list[kept++] = list[i];
	/* Where it was inlined more than once, each place has all of it: the first one is enough. */
	for (n = 0; n < kept && list[n].spot.within == list[0].spot.within; n++)
		;
	found = add_calls_of(old, module, list, n, sources, out);
	free(list);
	return found;
}

/* ---- all functions of a schedule ---- */

static bool has_function(const struct hd_places *p, const char *module, const struct hd_spot *spot)
{
	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->functions[i].module, module) &&
		    !strcmp(p->functions[i].within, spot->within) &&
		    is_in_function(spot, p->functions[i].function, p->functions[i].file))
			return true;
	return false;
}

static void add_place(struct hd_symbols *symbols, struct hd_sources *sources, const char *module,
		      uint64_t offset, struct hd_places *out)
{
	struct hd_place_function like;
	struct hd_spot spot;

	if (out->n >= FUNCTIONS_MOST || !hd_symbols_spot(symbols, module, offset, &spot) ||
	    has_function(out, module, &spot))
		return;
	like = (struct hd_place_function){.module = (char *)module,
					  .within = (char *)spot.within,
					  .function = (char *)(spot.function ? spot.function : ""),
					  .file = (char *)(spot.file ? hd_base_name(spot.file) : "")};
	hd_code_of_function(&like, module, symbols, sources, out);
}

void hd_code_of_schedule(const struct hd_schedule *s, struct hd_symbols *symbols, struct hd_places *out)
{
	struct hd_sources *sources = hd_sources_new();

	*out = (struct hd_places){0};
	for (size_t i = 0; i < s->nops; i++)
		if (s->ops[i].known)
			add_place(symbols, sources, s->modules[s->ops[i].module].path, s->ops[i].offset, out);
	for (size_t i = 0; i < s->npoints; i++)
		add_place(symbols, sources, s->modules[s->points[i].module].path, s->points[i].offset, out);
	hd_sources_free(sources);
}
