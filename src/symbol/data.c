/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/data.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "symbol/address.h"
#include "symbol/demangle.h"
#include "symbol/frame.h"
#include "symbol/index.h"
#include "symbol/name.h"
#include "symbol/type.h"

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

char *hd_module_data(struct hd_symbol_module *m, Dwarf_Addr addr, uint64_t size)
{
	if (!m->file)
		return NULL;
	Dwarf_Addr at = addr >= HD_SYMBOLS_TLS ? addr : addr - m->bias;
	struct hd_entity *v = hd_entity_at(&m->variables, at);
	return v ? variable_part(m, v, at - v->lo, size) : object_symbol(m, addr);
}
