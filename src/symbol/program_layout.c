/* SPDX-License-Identifier: Apache-2.0
 *
 * One walk over the functions and variables of a module, for its layout. */
#include "symbol/program_layout.h"

#include <dwarf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "symbol/index.h"
#include "symbol/layout_names.h"
#include "symbol/layout_type.h"
#include "symbol/module.h"
#include "symbol/name.h"

#define MAX_DEPTH 16  /* of blocks in a function */
#define REFS_MAX  256 /* types that one function mentions */

struct hd_layout_names *hd_layout_names_new(void)
{
	return hd_new(1, sizeof(struct hd_layout_names));
}

static void free_known(void *p)
{
	struct hd_known_type *k = p;

	free(k->name);
	free(k);
}

static void free_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
}

void hd_layout_names_free(struct hd_layout_names *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < HD_LAYOUT_FUNCTIONS; i++)
		free(n->functions[i].name);
	free_list(n->variables, HD_LAYOUT_VARIABLES);
	free_list(n->types, HD_LAYOUT_TYPES);
	free_list(n->fields, HD_LAYOUT_FIELDS);
	free_list(n->files, n->nfiles);
	free(n->files);
	tdestroy(n->by_die, free_known);
	tdestroy(n->by_name, free_known);
	free(n);
}

const char *hd_layout_type_name(const struct hd_layout_names *n, uint32_t type)
{
	return type < HD_LAYOUT_TYPES ? n->types[type] : NULL;
}

bool hd_layout_type_is_unnamed(const struct hd_layout_names *n, uint32_t type)
{
	const char *name = hd_layout_type_name(n, type);

	return !name || !strncmp(name, HD_UNNAMED_TYPE, strlen(HD_UNNAMED_TYPE));
}

const char *hd_layout_function_name(const struct hd_layout_names *n, uint32_t function)
{
	return function < HD_LAYOUT_FUNCTIONS ? n->functions[function].name : NULL;
}

const char *hd_layout_function_file(const struct hd_layout_names *n, uint32_t function, int *line)
{
	*line = function < HD_LAYOUT_FUNCTIONS ? n->functions[function].line : 0;
	return function < HD_LAYOUT_FUNCTIONS ? n->functions[function].file : NULL;
}

const char *hd_layout_variable_name(const struct hd_layout_names *n, uint32_t variable)
{
	return variable < HD_LAYOUT_VARIABLES ? n->variables[variable] : NULL;
}

const char *hd_layout_field_name(const struct hd_layout_names *n, uint32_t field)
{
	return field < HD_LAYOUT_FIELDS ? n->fields[field] : NULL;
}

/* ---- functions ---- */

static uint32_t file_number(struct hd_layout_names *n, const char *path)
{
	for (size_t i = n->nfiles; i-- > 0;) /* functions of one file come one after the other */
		if (!strcmp(n->files[i], path))
			return (uint32_t)i + 1;
	n->files = hd_grow(n->files, &n->files_cap, n->nfiles + 1, sizeof *n->files);
	n->files[n->nfiles++] = hd_strdup(path);
	return (uint32_t)n->nfiles;
}

/* Where it is declared; for a member function that is in its class. */
static Dwarf_Die declaration_of(Dwarf_Die *die)
{
	Dwarf_Die at = *die;
	Dwarf_Attribute attr;

	for (int hops = 0; hops < 8; hops++)
		if ((!dwarf_attr(&at, DW_AT_abstract_origin, &attr) &&
		     !dwarf_attr(&at, DW_AT_specification, &attr)) ||
		    !dwarf_formref_die(&attr, &at))
			break;
	return at;
}

/* The source file that says what the function is; to be freed, NULL: not known. dwarf_decl_file() does not
 * know that since DWARF 5 a unit's own file has the number 0. */
static char *layout_file_of(Dwarf_Die *die)
{
	Dwarf_Die at = *die, unit;
	Dwarf_Attribute attr, dir;
	Dwarf_Files *files;
	Dwarf_Word index;
	size_t nfiles;
	const char *path, *in;

	for (int hops = 0; !dwarf_attr(&at, DW_AT_decl_file, &attr); hops++)
		if (hops == 8 ||
		    (!dwarf_attr(&at, DW_AT_abstract_origin, &attr) &&
		     !dwarf_attr(&at, DW_AT_specification, &attr)) ||
		    !dwarf_formref_die(&attr, &at))
			return NULL;
	if (dwarf_formudata(&attr, &index) != 0 || !dwarf_diecu(&at, &unit, NULL, NULL) ||
	    dwarf_getsrcfiles(&unit, &files, &nfiles) != 0 || index >= nfiles)
		return NULL;
	path = dwarf_filesrc(files, index, NULL, NULL);
	in = dwarf_formstring(dwarf_attr_integrate(&unit, DW_AT_comp_dir, &dir));
	if (!path || !strcmp(path, "???")) /* what elfutils calls number 0 before DWARF 5 */
		return NULL;
	return path[0] == '/' || !in ? hd_strdup(path) : hd_sprintf("%s/%s", in, path);
}

static bool is_lambda(const struct hd_symbol_module *m, Dwarf_Die *die)
{
	Dwarf_Die declaration = declaration_of(die);
	const Dwarf_Die *around = hd_parent_of(m, &declaration);
	Dwarf_Die parent = around ? *around : declaration;
	const char *name = dwarf_diename(&declaration), *class_name = around ? dwarf_diename(&parent) : NULL;

	return around && name && !strcmp(name, "operator()") &&
	       (!class_name || !strncmp(class_name, "<lambda", 7));
}

/* A private member function is a helper, as a static function is one in C; a lambda is a part of the function
 * that it is in. */
static bool layout_is_helper(const struct hd_symbol_module *m, Dwarf_Die *die)
{
	Dwarf_Die declaration = declaration_of(die);
	const Dwarf_Die *around = hd_parent_of(m, &declaration);
	Dwarf_Die parent = around ? *around : declaration;
	Dwarf_Attribute attr;
	Dwarf_Word access;
	const char *class_name;

	if (!around ||
	    (dwarf_tag(&parent) != DW_TAG_class_type && dwarf_tag(&parent) != DW_TAG_structure_type))
		return false;
	class_name = dwarf_diename(&parent);
	if (!class_name || !strncmp(class_name, "<lambda", 7))
		return true;
	if (dwarf_attr(&declaration, DW_AT_accessibility, &attr) && dwarf_formudata(&attr, &access) == 0)
		return access == DW_ACCESS_private;
	return dwarf_tag(&parent) == DW_TAG_class_type;
}

static uint32_t layout_flags_of(const struct hd_layout_work *w, Dwarf_Die *die, const char *file)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_diename(die);
	bool external = dwarf_attr_integrate(die, DW_AT_external, &attr) != NULL;
	uint32_t flags = 0;

	if (external && !layout_is_helper(w->m, die))
		flags |= HD_FN_EXTERNAL;
	if (file && hd_is_system_path(file))
		flags |= HD_FN_SYSTEM;
	if (name && external && !strcmp(name, "main"))
		flags |= HD_FN_MAIN;
	return flags;
}

/* Code of the program's own was inlined there: the lambda that a std::thread runs, say. */
static bool has_own_code(const struct hd_symbol_module *m, Dwarf_Die *scope, int depth)
{
	Dwarf_Die child;

	if (depth > MAX_DEPTH || dwarf_child(scope, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);
		char *file = tag == DW_TAG_inlined_subroutine ? layout_file_of(&child) : NULL;
		bool own = file ? !hd_is_system_path(file)
				: tag == DW_TAG_inlined_subroutine && is_lambda(m, &child);

		free(file);
		if (own || ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
			    has_own_code(m, &child, depth + 1)))
			return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* `list` of list_add_all and listAddAll, `bank::List` of bank::List::add. Names that have nothing like that
 * are a family each. */
static uint32_t layout_family_of(const char *name)
{
	const char *end = name;
	uint32_t h = 2166136261U;

	for (const char *scope = strstr(name, "::"); scope; scope = strstr(scope + 2, "::"))
		end = scope;
	if (end == name)
		for (end = name + 1; *end && *end != '_' && (*end < 'A' || *end > 'Z'); end++)
			;
	for (; name < end; name++)
		h = (h ^ (unsigned char)*name) * 16777619U;
	return h;
}

struct refs {
	uint32_t list[REFS_MAX];
	unsigned n;
	bool lost; /* there are more */
};

static void add_ref(void *to, uint32_t type)
{
	struct refs *r = to;

	for (unsigned i = 0; i < r->n; i++)
		if (r->list[i] == type)
			return;
	if (!type)
		return;
	if (r->n == REFS_MAX)
		r->lost = true;
	else
		r->list[r->n++] = type;
}

/* Types behind what is declared in a function or block: parameters, or variables. `reach`: the types that
 * members of those point to instead. */
static void layout_collect(const struct hd_layout_work *w, Dwarf_Die *scope, int tag, bool reach,
			   struct refs *r, int depth)
{
	Dwarf_Die child, declared;

	if (depth > MAX_DEPTH || dwarf_child(scope, &child) != 0)
		return;
	do {
		if (dwarf_tag(&child) == tag && hd_layout_declared(&child, &declared)) {
			if (reach)
				hd_layout_reached(w, &declared, add_ref, r);
			else
				add_ref(r, hd_layout_pointee(w, &declared));
		} else if (dwarf_tag(&child) == DW_TAG_lexical_block ||
			   dwarf_tag(&child) == DW_TAG_inlined_subroutine) {
			layout_collect(w, &child, tag, reach, r, depth + 1);
		}
	} while (dwarf_siblingof(&child, &child) == 0);
}

static void keep_refs(const struct hd_layout_work *w, struct hd_layout_function *f, Dwarf_Die *die)
{
	struct refs r = {.n = 0};
	Dwarf_Die declared;

	layout_collect(w, die, DW_TAG_formal_parameter, false, &r, 0);
	f->nparams = (uint16_t)r.n;
	if (hd_layout_declared(die, &declared))
		add_ref(&r, hd_layout_pointee(w, &declared));
	layout_collect(w, die, DW_TAG_variable, false, &r, 0);
	layout_collect(w, die, DW_TAG_formal_parameter, true, &r, 0);
	layout_collect(w, die, DW_TAG_variable, true, &r, 0);
	w->l->lost += r.lost;
	if (r.n > HD_LAYOUT_REFS - w->l->nrefs) {
		w->l->lost++;
		f->nparams = 0;
		return;
	}
	f->first_ref = w->l->nrefs;
	f->nrefs = (uint16_t)r.n;
	memcpy(w->l->refs + w->l->nrefs, r.list, r.n * sizeof r.list[0]);
	w->l->nrefs += r.n;
}

/* Where a function begins: its first range, if it is in several pieces. */
static bool begins_at(Dwarf_Die *die, Dwarf_Addr addr)
{
	Dwarf_Addr entry, base, hi;

	if (dwarf_entrypc(die, &entry) != 0 && dwarf_ranges(die, 0, &base, &entry, &hi) <= 0)
		return false;
	return entry == addr;
}

static void layout_add_function(const struct hd_layout_work *w, struct hd_entity *e)
{
	struct hd_layout_function f = {
	    .lo = e->lo + w->m->bias, .hi = e->hi + w->m->bias, .module = (uint16_t)(w->l->nmodules - 1)};
	uint32_t at = w->l->nfunctions + 1;
	int line = 0;
	char *file, *name;

	if (!begins_at(&e->die, e->lo))
		return; /* a part of one that the compiler has put elsewhere */
	if (at >= HD_LAYOUT_FUNCTIONS) {
		w->l->lost++;
		return;
	}
	file = layout_file_of(&e->die);
	f.flags = layout_flags_of(w, &e->die, file);
	if (f.flags & HD_FN_SYSTEM && has_own_code(w->m, &e->die, 0))
		f.flags |= HD_FN_BEGINS;
	f.file = file ? file_number(w->n, file) : 0;
	if (f.flags & HD_FN_MAIN)
		w->l->main_file = f.file;
	keep_refs(w, &f, &e->die);
	dwarf_decl_line(&e->die, &line);
	name = hd_die_name(w->m, &e->die);
	f.family = name ? layout_family_of(name) : 0;
	w->l->functions[at] = f;
	w->n->functions[at] = (struct hd_named_function){
	    .name = name, .file = file ? w->n->files[f.file - 1] : NULL, .line = line};
	w->l->nfunctions = at;
	free(file);
}

static void layout_add_variable(const struct hd_layout_work *w, struct hd_entity *e)
{
	struct hd_layout_variable v = {
	    .lo = e->lo + w->m->bias, .size = e->hi - e->lo, .module = (uint16_t)(w->l->nmodules - 1)};
	uint32_t at = w->l->nvariables + 1;
	Dwarf_Die declared, element;
	uint64_t count;

	if (!hd_layout_declared(&e->die, &declared))
		return;
	if (at >= HD_LAYOUT_VARIABLES) {
		w->l->lost++;
		return;
	}
	if (hd_layout_array(&declared, &element, &count)) {
		v.type = hd_layout_struct(w, &element);
		v.stride = v.type ? w->l->types[v.type].size : 0;
	} else {
		v.type = hd_layout_struct(w, &declared);
	}
	w->l->variables[at] = v;
	w->n->variables[at] = hd_die_name(w->m, &e->die);
	w->l->nvariables = at;
}

void hd_layout_add(struct hd_layout *l, struct hd_layout_names *n, const char *path)
{
	struct hd_symbol_module *m;
	struct hd_layout_work w = {.l = l, .n = n};

	if (l->nmodules == HD_LAYOUT_MODULES) {
		l->lost++;
		return;
	}
	m = hd_module_open(path);
	w.m = m;
	strncpy(l->modules[l->nmodules++], path, HD_LAYOUT_PATH - 1);
	for (size_t i = 0; i < m->functions.n; i++)
		layout_add_function(&w, &m->functions.list[i]);
	for (size_t i = 0; i < m->variables.n; i++)
		if (!i || m->variables.list[i].lo != m->variables.list[i - 1].lo)
			layout_add_variable(&w, &m->variables.list[i]);
	l->nfiles = (uint32_t)n->nfiles;
	hd_module_close(m);
	tdestroy(n->by_die, free_known); /* the next module's may be at the same addresses */
	n->by_die = NULL;
}
