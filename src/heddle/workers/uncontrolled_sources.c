/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/uncontrolled_sources.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "symbol/elf.h"
#include "symbol/symbol.h"
#include "wire/wire_check.h"

#define NAMED	    3 /* how many are named */
#define FILE_WEIGHT 1 /* at most, of what comes from files and their state */

char *hd_source_line_text(const struct hd_wire *wire, uint32_t site, struct hd_symbols *symbols)
{
	const struct hd_source_frame *frame;
	char path[HD_PATH_MAX];
	uint32_t module;

	if (!hd_wire_has_site(wire, site))
		return hd_strdup("");
	module = wire->sites[site].module;
	memcpy(path, wire->modules[module].path, sizeof(path));
	path[sizeof(path) - 1] = '\0';
	if (!hd_symbols_call(symbols, path, wire->sites[site].offset, &frame) || !frame->file)
		return hd_sprintf(" at %s+0x%" PRIx64, hd_base_name(path), wire->sites[site].offset);
	return hd_sprintf(" at %s:%d", hd_base_name(frame->file), frame->line);
}

/* By weight; then in the order in which they were met. */
static int by_weight(const void *a, const void *b)
{
	const struct hd_wire_source *x = a, *y = b;

	return hd_source_weight[y->source] - hd_source_weight[x->source];
}

/* A copy of those that make sense: the program under test may have written over them. */
static size_t take_sources(const struct hd_wire *wire, struct hd_wire_source *out)
{
	uint32_t n = hd_wire_sources(wire);
	size_t taken = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct hd_wire_source s = wire->sources[i];

		s.what[sizeof(s.what) - 1] = '\0';
		if (s.source < HD_SOURCE_COUNT && s.what[0])
			out[taken++] = s;
	}
	qsort(out, taken, sizeof(*out), by_weight);
	return taken;
}

static void put_source(const struct hd_wire *wire, const struct hd_wire_source *s, struct hd_symbols *symbols,
		       FILE *f)
{
	char *place = hd_source_line_text(wire, s->site, symbols);

	fprintf(f, "%s%s %s (%s)", s->what, place, hd_source_text[s->source], hd_source_advice[s->source]);
	free(place);
}

/* rdrand and rdseed: 0f c7 with a register in the third byte. */
static bool is_random(const struct hd_instruction *i)
{
	return i->map == 1 && i->opcode == 0xc7 && i->modrm >= 0xf0;
}

/* The runtime does not see these instructions when they run, so the code is searched for them. Bytes with a
 * source line are taken for code, not for a number that looks like one. */
static void put_instruction(struct hd_symbols *symbols, const char *path, uint64_t offset, FILE *f)
{
	const struct hd_source_frame *frames;
	unsigned n = hd_symbols_call(symbols, path, offset + 1, &frames);

	if (!n || !frames[n - 1].file) /* the outermost one: the others are the compiler's own functions */
		return;
	fprintf(f,
		"; the instruction rdrand or rdseed at %s:%d asks the processor for a random number (use "
		"getrandom(), which is controlled)",
		hd_base_name(frames[n - 1].file), frames[n - 1].line);
}

static void put_instructions(const struct hd_wire *wire, struct hd_symbols *symbols, FILE *f)
{
	uint32_t modules = wire->nmodules;

	for (uint32_t i = 0; i < modules && i < HD_MAX_MODULES; i++) {
		char path[HD_PATH_MAX];
		uint64_t at[NAMED];
		size_t n;

		memcpy(path, wire->modules[i].path, sizeof(path));
		path[sizeof(path) - 1] = '\0';
		n = wire->modules[i].instrumented ? hd_elf_find_code(path, is_random, at, NAMED) : 0;
		for (size_t k = 0; k < n; k++)
			put_instruction(symbols, path, at[k], f);
	}
}

static void put_all(const struct hd_wire *wire, struct hd_symbols *symbols, FILE *f)
{
	struct hd_wire_source all[HD_MAX_SOURCES] = {0};
	size_t n = take_sources(wire, all);

	for (size_t i = 0; i < n && i < NAMED; i++) {
		fputs("; ", f);
		put_source(wire, &all[i], symbols, f);
	}
	put_instructions(wire, symbols, f);
}

static char *list(const struct hd_wire *wire, struct hd_symbols *symbols)
{
	struct hd_text text;

	hd_text_begin(&text);
	put_all(wire, symbols, text.f);
	return hd_text_end(&text);
}

/* Random numbers of the processor are as heavy as anything. */
static bool has_instructions(const struct hd_wire *wire, struct hd_symbols *symbols)
{
	struct hd_text text;
	char *found;
	bool any;

	hd_text_begin(&text);
	put_instructions(wire, symbols, text.f);
	found = hd_text_end(&text);
	any = *found;
	free(found);
	return any;
}

enum hd_sources_kind hd_sources_kind(const struct hd_wire *wire, struct hd_symbols *symbols)
{
	struct hd_wire_source all[HD_MAX_SOURCES] = {0};
	size_t n = take_sources(wire, all);

	if ((n && hd_source_weight[all[0].source] > FILE_WEIGHT) || has_instructions(wire, symbols))
		return HD_SOURCES_OTHER;
	return n ? HD_SOURCES_FILES : HD_SOURCES_NONE;
}

char *hd_sources_text(const struct hd_wire *wire, struct hd_symbols *symbols)
{
	char *text = list(wire, symbols);
	char *whole = hd_strdup(*text ? text + 2
				      : "none of the calls that are known to bring it in was seen, so it may "
					"be memory that was never "
					"written, or an address of something outside");

	free(text);
	return whole;
}
