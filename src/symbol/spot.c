/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions are those of the symbol table: parts that the compiler split off or cloned have names of their
 * own there. The calls in one are found by looking through its code for direct calls, whose target has to be
 * code, too; that is a guess about bytes, but it is the same guess for the same code. */
#include "symbol/spot.h"

#include <gelf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "symbol/address.h"
#include "symbol/import.h"
#include "symbol/module_state.h"
#include "symbol/symbol.h"

#define CALL	     0xE8 /* call rel32 */
#define CALL_SIZE    5
#define FUNCTION_MAX (16u << 20) /* bytes; a larger one is damage */

static int compare_codes(const void *a, const void *b)
{
	const struct hd_code *x = a, *y = b;
	int names = strcmp(x->name, y->name);

	return names ? names : x->lo < y->lo ? -1 : x->lo > y->lo;
}

static void list_codes(struct hd_symbol_module *m)
{
	int n = m->file ? dwfl_module_getsymtab(m->file) : 0;

	m->codes_listed = true;
	for (int i = 0; i < n; i++) {
		GElf_Sym symbol;
		GElf_Addr addr;
		const char *name = dwfl_module_getsym_info(m->file, i, &symbol, &addr, NULL, NULL, NULL);

		if (!name || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
		    !symbol.st_size || symbol.st_size > FUNCTION_MAX)
			continue;
		m->codes = hd_grow(m->codes, &m->codes_cap, m->ncodes + 1, sizeof *m->codes);
		m->codes[m->ncodes++] =
		    (struct hd_code){.name = name, .lo = addr, .hi = addr + symbol.st_size};
	}
	if (m->ncodes)
		qsort(m->codes, m->ncodes, sizeof *m->codes, compare_codes);
}

/* The first code of this name, or where it would be. */
static size_t first_named(struct hd_symbol_module *m, const char *name)
{
	size_t lo = 0, hi;

	if (!m->codes_listed)
		list_codes(m);
	for (hi = m->ncodes; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(m->codes[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct hd_code *code_at(struct hd_symbol_module *m, uint64_t pc)
{
	const struct hd_symbol *symbol = hd_symbol_at(m, pc);
	const char *name = symbol ? symbol->name : NULL;

	if (!name)
		return NULL;
	for (size_t i = first_named(m, name); i < m->ncodes && !strcmp(m->codes[i].name, name); i++)
		if (pc >= m->codes[i].lo && pc < m->codes[i].hi)
			return &m->codes[i];
	return NULL;
}

static bool is_call(const unsigned char *code, uint64_t back, const GElf_Phdr *segment, uint64_t *target)
{
	int32_t distance;

	if (code[0] != CALL)
		return false;
	memcpy(&distance, code + 1, sizeof distance);
	*target = back + (uint64_t)(int64_t)distance;
	return *target >= segment->p_vaddr && *target < segment->p_vaddr + segment->p_filesz;
}

static bool same_string(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* The place that a call belongs to, without its number. */
static bool spot_place_of(struct hd_symbols *s, const struct hd_symbol_module *m, uint64_t back,
			  struct hd_spot *spot)
{
	const struct hd_source_frame *frames;

	if (!hd_symbols_call(s, m->path, back, &frames))
		return false;
	spot->function = frames[0].function;
	spot->file = frames[0].file;
	spot->line = frames[0].line;
	spot->column = frames[0].column;
	spot->below = frames[0].declared ? frames[0].line - frames[0].declared : frames[0].line;
	return true;
}

static bool same_place(const struct hd_spot *a, const struct hd_spot *b)
{
	return a->below == b->below && a->column == b->column && same_string(a->function, b->function) &&
	       same_string(hd_base_name(a->file), hd_base_name(b->file));
}

static void number_calls(struct hd_symbols *s, const struct hd_symbol_module *m, struct hd_code *code)
{
	struct hd_spot *spots = hd_new(code->ncalls + 1, sizeof *spots);

	for (size_t i = 0; i < code->ncalls; i++) {
		spot_place_of(s, m, code->calls[i].back, &spots[i]);
		for (size_t k = i; k-- > 0;)
			if (same_place(&spots[k], &spots[i])) {
				code->calls[i].ordinal = code->calls[k].ordinal + 1;
				break;
			}
	}
	free(spots);
}

static void spot_scan(struct hd_symbols *s, struct hd_symbol_module *m, struct hd_code *code)
{
	GElf_Phdr segment;
	const unsigned char *bytes = hd_code_bytes(m, code->lo, code->hi, &segment);

	if (code->scanned)
		return;
	code->scanned = true;
	for (uint64_t at = 0; bytes && at + CALL_SIZE <= code->hi - code->lo; at++) {
		uint64_t back = code->lo + at + CALL_SIZE, target;

		if (!is_call(bytes + at, back, &segment, &target))
			continue;
		code->calls = hd_grow(code->calls, &code->calls_cap, code->ncalls + 1, sizeof *code->calls);
		code->calls[code->ncalls++] = (struct hd_code_call){.back = back, .target = target};
	}
	number_calls(s, m, code);
}

static int ordinal_of(const struct hd_code *code, uint64_t back)
{
	for (size_t i = 0; i < code->ncalls; i++)
		if (code->calls[i].back == back)
			return code->calls[i].ordinal;
	return -(int)(back - code->lo);
}

bool hd_symbols_spot(struct hd_symbols *s, const char *module, uint64_t offset, struct hd_spot *out)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	/* The call ends right before the address that it returns to. */
	struct hd_code *code = code_at(m, offset - 1);

	*out = (struct hd_spot){0};
	if (!code)
		return false;
	spot_scan(s, m, code);
	spot_place_of(s, m, offset, out);
	out->within = code->name;
	out->ordinal = ordinal_of(code, offset);
	return true;
}

static uint64_t find_in(struct hd_symbols *s, const struct hd_symbol_module *m, const struct hd_code *code,
			const struct hd_spot *wanted)
{
	struct hd_spot spot = {0};

	if (wanted->ordinal < 0) {
		uint64_t back = code->lo + (uint64_t)(-(int64_t)wanted->ordinal);

		return back <= code->hi && (spot_place_of(s, m, back, &spot), same_place(&spot, wanted))
			   ? back
			   : 0;
	}
	for (size_t i = 0; i < code->ncalls; i++) {
		spot = (struct hd_spot){0};
		if (code->calls[i].ordinal != wanted->ordinal)
			continue;
		spot_place_of(s, m, code->calls[i].back, &spot);
		if (same_place(&spot, wanted))
			return code->calls[i].back;
	}
	return 0;
}

uint64_t hd_symbols_find_spot(struct hd_symbols *s, const char *module, const struct hd_spot *wanted)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);

	for (size_t i = first_named(m, wanted->within);
	     i < m->ncodes && !strcmp(m->codes[i].name, wanted->within); i++) {
		uint64_t found;

		spot_scan(s, m, &m->codes[i]);
		found = find_in(s, m, &m->codes[i], wanted);
		if (found)
			return found;
	}
	return 0;
}

struct spot_list {
	struct hd_code_spot *list;
	size_t n, cap;
};

static void add_spots(struct hd_symbols *s, struct hd_symbol_module *m, struct hd_code *code,
		      struct spot_list *out)
{
	spot_scan(s, m, code);
	for (size_t i = 0; i < code->ncalls; i++) {
		struct hd_code_spot *to;

		out->list = hd_grow(out->list, &out->cap, out->n + 1, sizeof *out->list);
		to = &out->list[out->n];
		*to = (struct hd_code_spot){.offset = code->calls[i].back,
					    .callee = hd_symbols_callee(m, code->calls[i].target)};
		if (!spot_place_of(s, m, to->offset, &to->spot))
			continue;
		to->spot.within = code->name;
		to->spot.ordinal = code->calls[i].ordinal;
		out->n++;
	}
}

size_t hd_symbols_spots(struct hd_symbols *s, const char *module, const char *within, size_t most,
			struct hd_code_spot **list)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	struct spot_list out = {0};

	for (size_t i = first_named(m, within ? within : "");
	     i < m->ncodes && (within ? !strcmp(m->codes[i].name, within) : i < most); i++)
		add_spots(s, m, &m->codes[i], &out);
	*list = out.list;
	return out.n;
}
