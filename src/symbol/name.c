/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/name.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "symbol/index.h"

#define MAX_DEPTH 64 /* of nested scopes; more means damaged debug information */

void hd_to_declaration(Dwarf_Die *die)
{
	Dwarf_Attribute attr;

	for (int hops = 0; hops < 8; hops++) { /* more means damaged debug information */
		if (!dwarf_attr(die, DW_AT_abstract_origin, &attr) &&
		    !dwarf_attr(die, DW_AT_specification, &attr))
			return;
		if (!dwarf_formref_die(&attr, die))
			return;
	}
}

static bool is_class(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* The class that a lambda is: gcc calls it `<lambda()>`, clang nothing. */
static bool is_lambda_class(Dwarf_Die *die, const char *member)
{
	const char *name = dwarf_diename(die);

	return is_class(dwarf_tag(die)) && !strcmp(member, "operator()") &&
	       (!name || !strncmp(name, "<lambda", 7));
}

static void put_scope(FILE *out, Dwarf_Die *scope)
{
	int tag = dwarf_tag(scope);
	const char *name = dwarf_diename(scope);

	if (tag == DW_TAG_namespace)
		fprintf(out, "%s::", name ? name : "(anonymous)");
	else if (name && (is_class(tag) || tag == DW_TAG_subprogram))
		fprintf(out, "%s::", name);
}

static void put_scopes(FILE *out, const Dwarf_Die *scopes, int n)
{
	for (int i = n - 1; i > 0; i--) {
		Dwarf_Die scope = scopes[i];

		put_scope(out, &scope);
	}
}

/* The declaration and all that is around it, innermost first; to be freed. */
static int scopes_of(const struct hd_symbol_module *m, Dwarf_Die *declaration, Dwarf_Die **scopes)
{
	const Dwarf_Die *parent = hd_parent_of(m, declaration);
	size_t cap = 0;
	int n = 0;

	*scopes = NULL;
	if (!parent)
		return dwarf_getscopes_die(declaration, scopes);
	*scopes = hd_grow(*scopes, &cap, 1, sizeof **scopes);
	(*scopes)[n++] = *declaration;
	for (; parent && n < MAX_DEPTH; parent = hd_parent_of(m, parent)) {
		*scopes = hd_grow(*scopes, &cap, (size_t)n + 1, sizeof **scopes);
		(*scopes)[n++] = *parent;
	}
	return n;
}

char *hd_die_name(const struct hd_symbol_module *m, const Dwarf_Die *die)
{
	Dwarf_Die declaration = *die, *scopes;
	struct hd_text text;

	hd_to_declaration(&declaration);
	const char *name = dwarf_diename(&declaration);
	if (!name)
		return NULL;
	hd_text_begin(&text);
	int n = scopes_of(m, &declaration, &scopes);
	if (n > 1 && is_lambda_class(&scopes[1], name)) {
		put_scopes(text.f, scopes + 1, n - 1);
		fputs("{lambda}", text.f);
	} else {
		put_scopes(text.f, scopes, n);
		fputs(name, text.f);
	}
	free(scopes);
	return hd_text_end(&text);
}
