/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/data.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "symbol/address.h"
#include "symbol/constant.h"
#include "symbol/demangle.h"
#include "symbol/frame.h"
#include "symbol/index.h"
#include "symbol/name.h"
#include "symbol/type.h"

#define LITERAL_SHOWN 16 /* characters of a text */

static char *variable_part(const struct hd_symbol_module *m, struct hd_entity *v, uint64_t offset,
			   uint64_t size)
{
	char *name = hd_die_name(m, &v->die);
	struct hd_text text;
	Dwarf_Die type;

	if (!name)
		return NULL;
	hd_text_begin(&text);
	fputs(name, text.f);
	free(name);
	if (hd_type_of(&v->die, &type))
		hd_type_part(text.f, &type, offset, size);
	return hd_text_end(&text);
}

static char *object_symbol(struct hd_symbol_module *m, Dwarf_Addr addr)
{
	const struct hd_symbol *symbol = hd_symbol_at(m, addr);

	if (!symbol || symbol->type != STT_OBJECT || addr - symbol->value >= symbol->size)
		return NULL;
	char *plain = hd_demangle(symbol->name), *whole;

	if (addr == symbol->value)
		return plain;
	whole = hd_sprintf("%s+%lu", plain, addr - symbol->value);
	free(plain);
	return whole;
}

/* Constant data that is a text and has no name: the text itself, in short. */
static char *literal(const struct hd_symbol_module *m, Dwarf_Addr addr)
{
	const char *text = hd_module_constant(m, addr);
	size_t n = 0;
	struct hd_text out;

	while (text && (isprint((unsigned char)text[n]) || text[n] == '\n' || text[n] == '\t'))
		n++;
	if (!n || text[n])
		return NULL;
	hd_text_begin(&out);
	fputs("string \"", out.f);
	for (size_t i = 0; i < n && i < LITERAL_SHOWN; i++)
		if (text[i] == '\n' || text[i] == '\t')
			fputs(text[i] == '\n' ? "\\n" : "\\t", out.f);
		else
			fputc(text[i], out.f);
	fputs(n > LITERAL_SHOWN ? "…\"" : "\"", out.f);
	return hd_text_end(&out);
}

char *hd_module_data(struct hd_symbol_module *m, Dwarf_Addr addr, uint64_t size)
{
	if (!m->file)
		return NULL;
	Dwarf_Addr at = addr >= HD_SYMBOLS_TLS ? addr : addr - m->bias;
	struct hd_entity *v = hd_entity_at(&m->variables, at);

	char *name = v ? variable_part(m, v, at - v->lo, size) : object_symbol(m, addr);
	return name || addr >= HD_SYMBOLS_TLS ? name : literal(m, addr);
}
