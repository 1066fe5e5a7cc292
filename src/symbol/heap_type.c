/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/heap_type.h"

#include <dwarf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/text.h"
#include "symbol/alloc_text.h"
#include "symbol/code.h"
#include "symbol/index.h"
#include "symbol/layout_type.h"
#include "symbol/name.h"
#include "symbol/short_name.h"
#include "symbol/type.h"

#define MAX_DEPTH 8 /* of namespaces and classes that a type is looked for in */

struct hd_heap_site { /* what is known of a place that allocates */
	uint64_t site;
	bool known, more; /* more: other things are behind it in the block */
	bool text;	  /* it is that of a std::string */
	Dwarf_Die type;
	Dwarf_Die called; /* what has its name: the type, or a typedef */
};

static int compare_sites(const void *a, const void *b)
{
	const struct hd_heap_site *x = a, *y = b;

	return x->site < y->site ? -1 : x->site > y->site;
}

static bool is_structure(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* ---- types by name ---- */

static bool is_named(Dwarf_Die *die, const char *name)
{
	const char *its = dwarf_diename(die);

	return its && !strcmp(its, name);
}

/* The type that a template's parameter of this name stands for, of a function or a class. */
static bool template_argument(Dwarf_Die *of, const char *name, Dwarf_Die *type)
{
	Dwarf_Die child;

	if (dwarf_child(of, &child) != 0)
		return false;
	do
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter && is_named(&child, name))
			return hd_type_of(&child, type);
	while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

struct search {
	const char *name;
	Dwarf_Die found, called;
	unsigned count; /* of different types: if there is more than one, it is not known which */
};

static void consider_type(struct search *s, Dwarf_Die *die)
{
	Dwarf_Die type;

	if (dwarf_hasattr(die, DW_AT_declaration) || !is_named(die, s->name))
		return;
	if (dwarf_peel_type(die, &type) != 0 || !is_structure(&type) ||
	    (s->count && s->found.addr == type.addr))
		return;
	s->found = type;
	s->called = *die;
	s->count++;
}

static void search_below(struct search *s, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;

	if (depth > MAX_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_structure_type:
		case DW_TAG_class_type:
		case DW_TAG_union_type:
			consider_type(s, &die);
			search_below(s, &die, depth + 1);
			break;
		case DW_TAG_typedef:
			consider_type(s, &die);
			break;
		case DW_TAG_namespace:
			if (!is_named(&die, "std") &&
			    !is_named(&die, "__gnu_cxx")) /* large, and not the program's */
				search_below(s, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* The only type of this name in the unit. */
static bool type_named(struct hd_unit *unit, const char *name, struct hd_heap_site *out)
{
	const char *last = strrchr(name, ':');
	struct search s = {.name = last ? last + 1 : name};

	search_below(&s, &unit->unit, 0);
	out->type = s.found;
	out->called = s.called;
	return s.count == 1;
}

/* ---- variables by name ---- */

static bool pointee(Dwarf_Die *variable, struct hd_heap_site *out)
{
	Dwarf_Die pointer;

	if (!hd_type_of(variable, &pointer) || dwarf_tag(&pointer) != DW_TAG_pointer_type ||
	    !hd_type_of(&pointer, &out->type) || !is_structure(&out->type) ||
	    !hd_layout_declared(&pointer, &out->called))
		return false;
	if (dwarf_tag(&out->called) != DW_TAG_typedef)
		out->called = out->type;
	return true;
}

/* Look for the variable in the scope and in those inside of it that pc is in; the innermost one counts. */
static bool variable_in(Dwarf_Die *scope, Dwarf_Addr pc, const char *name, Dwarf_Die *variable, int depth)
{
	bool found = false;
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(scope, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_lexical_block && dwarf_haspc(&child, pc) > 0 &&
		    variable_in(&child, pc, name, variable, depth + 1))
			return true;
		if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && is_named(&child, name)) {
			*variable = child;
			found = true;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
	return found;
}

/* ---- places that allocate ---- */

/* std::allocator<T>::allocate() and what the libraries make of it. */
static bool by_allocator(const struct hd_symbol_module *m, Dwarf_Die *scope, Dwarf_Die *type)
{
	Dwarf_Die function = *scope, class;
	const Dwarf_Die *parent;

	hd_to_declaration(&function);
	parent = is_named(&function, "allocate") ? hd_parent_of(m, &function) : NULL;
	if (!parent)
		return false;
	class = *parent;
	return template_argument(&class, "_Tp", type);
}

/* The scope is in a function of the class template std::basic_string. */
static bool is_in_string(const struct hd_symbol_module *m, Dwarf_Die *scope)
{
	Dwarf_Die function = *scope, class;
	const Dwarf_Die *parent;
	const char *name;

	hd_to_declaration(&function);
	parent = hd_parent_of(m, &function);
	if (!parent)
		return false;
	class = *parent;
	name = dwarf_diename(&class);
	return name && !strncmp(name, "basic_string<", 13);
}

/* The type is a parameter of the function, or of its class, that is a template. */
static bool by_parameter(const struct hd_symbol_module *m, Dwarf_Die *scope, const char *name,
			 Dwarf_Die *type)
{
	Dwarf_Die function = *scope, class;
	const Dwarf_Die *parent;

	if (template_argument(scope, name, type))
		return is_structure(type);
	hd_to_declaration(&function);
	if (template_argument(&function, name, type))
		return is_structure(type);
	parent = hd_parent_of(m, &function);
	class = parent ? *parent : function;
	return parent && template_argument(&class, name, type) && is_structure(type);
}

static bool by_source(struct hd_symbol_module *m, Dwarf_Addr pc, Dwarf_Die *scope, const char *line,
		      struct hd_heap_site *out)
{
	struct hd_unit *unit = hd_unit_at(m, pc);
	struct hd_alloc_text said;
	Dwarf_Die variable;

	if (!unit || !line || !hd_alloc_text(line, &said))
		return false;
	out->more = said.more;
	if (said.points)
		return (variable_in(scope, pc, said.word, &variable, 0) ||
			variable_in(&unit->unit, pc, said.word, &variable, 0)) &&
		       pointee(&variable, out);
	if (!by_parameter(m, scope, said.word, &out->type))
		return type_named(unit, said.word, out);
	out->called = out->type;
	return true;
}

static void find_type(struct hd_symbol_module *m, const char *line, struct hd_heap_site *out)
{
	Dwarf_Die scopes[HD_MAX_SCOPES];
	Dwarf_Addr pc = out->site - 1 - m->bias; /* in the call */
	unsigned n = m->dwarf ? hd_module_scopes(m, pc, scopes) : 0;

	for (unsigned i = n; i-- > 0;) {
		if (!out->known)
			out->known = by_allocator(m, &scopes[i], &out->type);
		out->text |= is_in_string(m, &scopes[i]);
	}
	out->called = out->type;
	if (n && !out->known)
		out->known = by_source(m, pc, &scopes[n - 1], line, out);
}

static const struct hd_heap_site *heap_site(struct hd_symbol_module *m, uint64_t site, const char *line)
{
	struct hd_heap_site key = {.site = site}, *s, **known = tfind(&key, &m->heap_sites, compare_sites);

	if (known)
		return *known;
	s = hd_new(1, sizeof *s);
	s->site = site;
	find_type(m, line, s);
	HD_ASSERT(tsearch(s, &m->heap_sites, compare_sites), "out of memory");
	return s;
}

/* ---- names ---- */

static char *type_words(const struct hd_symbol_module *m, const struct hd_heap_site *s)
{
	Dwarf_Die type = s->type;
	char *name = hd_die_name(m, &s->called), *words = name ? hd_short_type(name, NULL) : NULL;

	free(name);
	if (is_structure(&type))
		return words;
	name = s->text					 ? hd_strdup("string text")
	       : words					 ? hd_sprintf("%s array", words)
	       : dwarf_tag(&type) == DW_TAG_pointer_type ? hd_strdup("pointer array")
							 : NULL;
	free(words);
	return name;
}

bool hd_module_heap(struct hd_symbol_module *m, const struct hd_heap_part *part, const char *line,
		    char **type, char **member)
{
	const struct hd_heap_site *s = heap_site(m, part->site, line);
	Dwarf_Die is = s->type;
	struct hd_text text;
	uint64_t size;

	if (!s->known || !(size = hd_type_size(&is)) || part->size < size || part->offset >= part->size ||
	    (s->more ? part->offset >= size : part->size % size != 0))
		return false;
	*type = type_words(m, s);
	if (!*type)
		return false;
	hd_text_begin(&text);
	if (!s->more && part->size > size)
		fprintf(text.f, "[%lu]", part->offset / size);
	hd_type_part(text.f, &is, part->offset % size,
		     part->offset % size + part->access <= size ? part->access : 0);
	*member = hd_text_end(&text);
	return true;
}
