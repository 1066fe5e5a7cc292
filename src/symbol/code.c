/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/code.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "symbol/address.h"
#include "symbol/demangle.h"
#include "symbol/index.h"
#include "symbol/name.h"

static char *join_directory(struct hd_unit *unit, const char *file)
{
	Dwarf_Attribute attr;
	const char *dir = dwarf_formstring(dwarf_attr(&unit->line_unit, DW_AT_comp_dir, &attr));

	if (!file)
		return NULL;
	return file[0] == '/' || !dir ? hd_strdup(file) : hd_sprintf("%s/%s", dir, file);
}

static int code_number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attr) || dwarf_formudata(&attr, &value) != 0 || value > INT32_MAX)
		return 0;
	return (int)value;
}

static void locate_by_line_table(struct hd_unit *unit, Dwarf_Addr pc, struct hd_source_frame *frame)
{
	Dwarf_Line *line = dwarf_getsrc_die(&unit->line_unit, pc);

	if (!line)
		return;
	dwarf_lineno(line, &frame->line);
	dwarf_linecol(line, &frame->column);
	frame->file = join_directory(unit, dwarf_linesrc(line, NULL, NULL));
}

static void locate_by_inlined_call(struct hd_unit *unit, Dwarf_Die *inlined, struct hd_source_frame *frame)
{
	Dwarf_Files *files;
	size_t nfiles;
	int file = code_number(inlined, DW_AT_call_file);

	frame->line = code_number(inlined, DW_AT_call_line);
	frame->column = code_number(inlined, DW_AT_call_column);
	if (dwarf_getsrcfiles(&unit->unit, &files, &nfiles) == 0 && (size_t)file < nfiles)
		frame->file = join_directory(unit, dwarf_filesrc(files, (size_t)file, NULL, NULL));
}

/* The part of a function, or of code inlined there, that was inlined and holds pc. */
static bool enter_inlined(Dwarf_Die *scope, Dwarf_Addr pc)
{
	Dwarf_Die child;

	if (dwarf_child(scope, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);

		if ((tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) ||
		    dwarf_haspc(&child, pc) <= 0)
			continue;
		*scope = child;
		return tag == DW_TAG_inlined_subroutine || enter_inlined(scope, pc);
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

unsigned hd_module_scopes(struct hd_symbol_module *m, Dwarf_Addr pc, Dwarf_Die *scopes)
{
	struct hd_entity *function = hd_entity_at(&m->functions, pc);
	unsigned n = 0;

	if (!function)
		return 0;
	for (Dwarf_Die die = function->die; n < HD_MAX_SCOPES;) {
		scopes[n++] = die;
		if (!enter_inlined(&die, pc))
			break;
	}
	return n;
}

static bool is_same_file(Dwarf_Line *a, Dwarf_Line *b)
{
	const char *x = dwarf_linesrc(a, NULL, NULL), *y = dwarf_linesrc(b, NULL, NULL);

	return x && y && !strcmp(x, y);
}

/* The last line of the function's own code: its closing brace. */
static void locate_end(struct hd_symbol_module *m, struct hd_unit *unit, const struct hd_entity *function,
		       struct hd_source_frame *frame)
{
	Dwarf_Die scopes[HD_MAX_SCOPES];
	Dwarf_Lines *lines;
	Dwarf_Line *first;
	size_t n;

	locate_by_line_table(unit, function->lo, frame);
	first = dwarf_getsrc_die(&unit->line_unit, function->lo);
	if (!frame->file || dwarf_getsrclines(&unit->line_unit, &lines, &n))
		return;
	for (size_t i = 0; i < n; i++) {
		Dwarf_Line *row = dwarf_onesrcline(lines, i);
		Dwarf_Addr pc;
		int line;

		if (dwarf_lineaddr(row, &pc) || pc < function->lo || pc >= function->hi ||
		    dwarf_lineno(row, &line) || line <= frame->line || !is_same_file(row, first) ||
		    hd_module_scopes(m, pc, scopes) != 1)
			continue;
		frame->line = line;
		dwarf_linecol(row, &frame->column);
	}
}

static unsigned frames_from_dwarf(struct hd_symbol_module *m, struct hd_unit *unit, Dwarf_Addr pc,
				  struct hd_source_frame *frames)
{
	Dwarf_Die scopes[HD_MAX_SCOPES];
	unsigned n = hd_module_scopes(m, pc, scopes);
	const struct hd_entity *function = hd_entity_at(&m->functions, pc);

	if (n && function && function->lo == pc) /* no call is there: it stands for the return */
		locate_end(m, unit, function, &frames[0]);
	else
		locate_by_line_table(unit, pc, &frames[0]);
	for (unsigned i = 0; i < n; i++) {
		frames[i].function = hd_die_name(m, &scopes[n - 1 - i]);
		dwarf_decl_line(&scopes[n - 1 - i], &frames[i].declared);
		if (i + 1 < n)
			locate_by_inlined_call(unit, &scopes[n - 1 - i], &frames[i + 1]);
	}
	/* The line may be known where the function is not (assembly). */
	return n || !frames[0].file ? n : 1;
}

static char *function_symbol(struct hd_symbol_module *m, Dwarf_Addr pc)
{
	const struct hd_symbol *symbol = hd_symbol_at(m, pc);

	return symbol && symbol->type != STT_OBJECT ? hd_demangle(symbol->name) : NULL;
}

unsigned hd_module_code(struct hd_symbol_module *m, Dwarf_Addr pc, struct hd_source_frame **out)
{
	struct hd_source_frame *frames = hd_new(HD_MAX_SCOPES, sizeof *frames);
	struct hd_unit *unit = hd_unit_at(m, pc - m->bias);
	unsigned n = unit ? frames_from_dwarf(m, unit, pc - m->bias, frames) : 0;

	if (m->file && !(n && frames[0].function)) {
		frames[0].function = function_symbol(m, pc);
		if (!n && frames[0].function)
			n = 1;
	}
	*out = frames;
	return n;
}

static void locate_declaration(struct hd_symbol_module *m, struct hd_entity *function,
			       struct hd_source_frame *frame)
{
	struct hd_unit *unit = hd_unit_at(m, function->lo);
	const char *file = dwarf_decl_file(&function->die);

	if (unit && file && dwarf_decl_line(&function->die, &frame->line) == 0)
		frame->file = join_directory(unit, file);
	else if (unit)
		locate_by_line_table(unit, function->lo, frame);
	frame->function = hd_die_name(m, &function->die);
}

unsigned hd_module_function(struct hd_symbol_module *m, Dwarf_Addr start, struct hd_source_frame **out)
{
	struct hd_source_frame *frame = *out = hd_new(1, sizeof *frame);
	struct hd_entity *function = hd_entity_at(&m->functions, start - m->bias);

	if (function && function->lo == start - m->bias) {
		locate_declaration(m, function, frame);
	} else {
		const struct hd_symbol *symbol = hd_symbol_at(m, start);

		if (symbol && symbol->value == start && symbol->type == STT_FUNC)
			frame->function = hd_demangle(symbol->name);
	}
	return frame->function != NULL;
}
