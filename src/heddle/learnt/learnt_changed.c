/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/learnt_changed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/rng.h"
#include "report/build/source_lines.h"

#define LINES_MOST 10000 /* of a function */

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static uint64_t mix_text(uint64_t number, const char *text)
{
	for (; *text; text++)
		number = (number ^ (unsigned char)*text) * 0x100000001B3ULL;
	return hd_mix64(number);
}

static uint64_t key_of(const char *name, const struct hd_spot *spot)
{
	uint64_t key = mix_text(mix_text(1, name), spot->within);

	return mix_text(mix_text(key, text_of(spot->function)), hd_base_name(text_of(spot->file)));
}

static struct hd_learnt_code *find_code(const struct hd_learnt *l, uint64_t key)
{
	for (size_t i = 0; i < l->ncodes; i++)
		if (l->codes[i].key == key)
			return &l->codes[i];
	return NULL;
}

static struct hd_learnt_code *add_code(struct hd_learnt *l, const char *name, const struct hd_spot *spot)
{
	l->codes = hd_grow(l->codes, &l->codes_cap, l->ncodes + 1, sizeof *l->codes);
	l->codes[l->ncodes] = (struct hd_learnt_code){.key = key_of(name, spot),
						      .module = hd_strdup(name),
						      .within = hd_strdup(spot->within),
						      .function = hd_strdup(text_of(spot->function)),
						      .file = hd_strdup(hd_base_name(text_of(spot->file)))};
	return &l->codes[l->ncodes++];
}

/* ---- the text of a function ---- */

struct extent { /* of a function in its file */
	const char *file;
	int first, last;
};

/* From where it is declared to the last line with a call in it, which is where it ends. False: not known. */
static bool find_extent(struct hd_learnt *l, const char *path, const struct hd_spot *of, struct extent *out)
{
	struct hd_code_spot *list;
	size_t n = hd_symbols_spots(l->symbols, path, of->within, 0, &list);

	*out = (struct extent){0};
	for (size_t i = 0; i < n; i++) {
		const struct hd_spot *s = &list[i].spot;
		int first = s->line - s->below;

		if (!s->file || first <= 0 || strcmp(text_of(s->function), text_of(of->function)) != 0 ||
		    strcmp(hd_base_name(s->file), hd_base_name(text_of(of->file))) != 0)
			continue;
		out->file = s->file;
		out->first = out->first && out->first < first ? out->first : first;
		out->last = out->last > s->line ? out->last : s->line;
	}
	free(list);
	return out->file && out->last - out->first < LINES_MOST;
}

/* A source that is younger than the program is not what it was made from. */
static bool is_of_build(const char *source, const char *path)
{
	struct stat text, image;

	if (stat(source, &text) || stat(path, &image))
		return false;
	return text.st_mtim.tv_sec < image.st_mtim.tv_sec ||
	       (text.st_mtim.tv_sec == image.st_mtim.tv_sec && text.st_mtim.tv_nsec <= image.st_mtim.tv_nsec);
}

/* 0: it is not known. */
static uint64_t number_of_text(struct hd_learnt *l, const char *path, const struct hd_spot *of)
{
	struct extent at;
	uint64_t number = 1;

	if (!find_extent(l, path, of, &at) || !is_of_build(at.file, path))
		return 0;
	if (!l->sources)
		l->sources = hd_sources_new();
	for (int line = at.first; line <= at.last; line++) {
		char *text = hd_source_line(l->sources, at.file, line);

		if (text && *text)
			number = mix_text(number, text);
		free(text);
	}
	return number;
}

/* ---- what the store has ---- */

static struct hd_spot spot_of(const struct hd_store_code *c)
{
	return (struct hd_spot){.within = c->within, .function = c->function, .file = c->file};
}

void hd_learnt_know_codes(struct hd_learnt *l, uint32_t module, const char *name)
{
	struct hd_store_code c;

	while (hd_store_next_code(l->store, name, &c)) {
		struct hd_spot spot = spot_of(&c);
		struct hd_learnt_code *code = add_code(l, name, &spot);

		code->text = c.text;
		code->saved = true;
		l->codes_known[module] = true;
	}
}

void hd_learnt_compare_codes(struct hd_learnt *l, const char *name, const char *path)
{
	struct hd_store_code c;

	while (hd_store_next_code(l->store, name, &c)) {
		struct hd_spot spot = spot_of(&c);
		uint64_t text = number_of_text(l, path, &spot);
		struct hd_learnt_code *code = text ? add_code(l, name, &spot) : NULL;

		if (!code)
			continue;
		code->text = text;
		code->changed = text != c.text;
		code->saved = !code->changed;
	}
}

bool hd_learnt_is_changed(const struct hd_learnt *l, const char *name, const struct hd_spot *spot)
{
	const struct hd_learnt_code *code = find_code(l, key_of(name, spot));

	return code && code->changed;
}

/* ---- what it is to have ---- */

void hd_learnt_note_code(struct hd_learnt *l, const char *name, const char *path, const struct hd_spot *spot)
{
	struct hd_learnt_code *code;

	if (!spot->within || find_code(l, key_of(name, spot)))
		return;
	code = add_code(l, name, spot);
	code->text = number_of_text(l, path, spot);
}

void hd_learnt_put_codes(struct hd_learnt *l)
{
	for (size_t i = 0; i < l->ncodes; i++) {
		struct hd_learnt_code *c = &l->codes[i];

		if (c->text && !c->saved)
			hd_store_put_code(l->store, c->module,
					  &(struct hd_store_code){.within = c->within,
								  .function = c->function,
								  .file = c->file,
								  .text = c->text});
		c->saved = true;
	}
}

void hd_learnt_forget_codes(struct hd_learnt *l)
{
	for (size_t i = 0; i < l->ncodes; i++)
		l->codes[i].saved = false;
}

void hd_learnt_free_codes(struct hd_learnt *l)
{
	for (size_t i = 0; i < l->ncodes; i++) {
		free(l->codes[i].module);
		free(l->codes[i].within);
		free(l->codes[i].function);
		free(l->codes[i].file);
	}
	free(l->codes);
	if (l->sources)
		hd_sources_free(l->sources);
}

size_t hd_learnt_changed(const struct hd_learnt *l, const char ***names)
{
	size_t n = 0;

	*names = hd_new(l->ncodes + 1, sizeof **names);
	for (size_t i = 0; i < l->ncodes; i++) {
		const struct hd_learnt_code *c = &l->codes[i];
		const char *name = c->function[0] ? c->function : c->within;
		size_t k = 0;

		while (k < n && strcmp((*names)[k], name) != 0)
			k++;
		if (c->changed && k == n) /* an inlined one is in the list once for each symbol */
			(*names)[n++] = name;
	}
	return n;
}
