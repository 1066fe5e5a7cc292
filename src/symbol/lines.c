/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/lines.h"

#include "symbol/module_state.h"

/* A row, which ends where the next one begins. */
static void take_row(const struct hd_symbol_module *m, Dwarf_Lines *lines, size_t i,
		     void (*take)(void *context, const struct hd_code_line *line), void *context)
{
	Dwarf_Line *row = dwarf_onesrcline(lines, i), *next = dwarf_onesrcline(lines, i + 1);
	struct hd_code_line out = {0};
	Dwarf_Addr from, to;
	bool ends;

	if (!row || !next || dwarf_lineendsequence(row, &ends) || ends || dwarf_lineaddr(row, &from) ||
	    dwarf_lineaddr(next, &to) || from >= to || dwarf_lineno(row, &out.line) || !out.line)
		return;
	dwarf_linecol(row, &out.column);
	out.file = dwarf_linesrc(row, NULL, NULL);
	out.from = from + m->bias;
	out.to = to + m->bias;
	if (out.file)
		take(context, &out);
}

void hd_symbols_lines(struct hd_symbols *s, const char *module,
		      void (*take)(void *context, const struct hd_code_line *line), void *context)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	Dwarf_Off offset = 0, next;
	size_t header;

	while (m->dwarf && !dwarf_nextcu(m->dwarf, offset, &next, &header, NULL, NULL, NULL)) {
		Dwarf_Lines *lines;
		Dwarf_Die unit;
		size_t n;

		if (dwarf_offdie(m->dwarf, offset + header, &unit) && !dwarf_getsrclines(&unit, &lines, &n))
			for (size_t i = 0; i + 1 < n; i++)
				take_row(m, lines, i, take, context);
		offset = next;
	}
}
