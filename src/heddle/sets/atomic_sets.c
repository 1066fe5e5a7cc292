/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/sets/atomic_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/sets/declare.h"
#include "heddle/workers/libraries.h"
#include "symbol/elf.h"
#include "symbol/short_name.h"

#define HD_NOTES_SECTION ".heddle"

/* `FILE:LINE: DECLARATION`, as heddle.h writes it: where the second colon is; NULL: it is nothing like that.
 */
static char *end_of_place(char *text)
{
	for (char *at = strchr(text, ':'); at; at = strchr(at + 1, ':')) {
		size_t digits = strspn(at + 1, "0123456789");

		if (digits && at[1 + digits] == ':')
			return at + 1 + digits;
	}
	return NULL;
}

/* What heddle.h left in the program. */
static int read_program_notes(struct hd_project *p, const char *path)
{
	size_t size = 0, length;
	char *notes = hd_elf_section(path, HD_NOTES_SECTION, &size), *trouble = NULL;
	int status = 0;

	for (char *at = notes; at && at < notes + size && !status; at += length + 1) {
		char *colon;

		length = strlen(at);
		colon = end_of_place(at);
		if (!colon)
			continue;
		*colon = '\0';
		trouble = hd_project_line(p, colon + 1, at);
		if (trouble)
			status = hd_complain("%s: %s", at, trouble);
		free(trouble);
	}
	free(notes);
	return status;
}

/* A library that was built with heddle-cc: what it has is as much the program's own. */
static void add_library(void *to, const char *path)
{
	const struct hd_atomic_sets *a = to;
	struct hd_elf elf;

	if (!hd_elf_look(path, &elf) && elf.instrumented)
		hd_layout_add(a->layout, a->names, path);
}

/* Declarations in the program first, so that those of the project file come on top. */
static int read_declarations(struct hd_atomic_sets *a, const char *project)
{
	struct hd_project p = {0};
	int status = 0;

	for (unsigned i = 0; i < a->layout->nmodules && !status; i++)
		status = read_program_notes(&p, a->layout->modules[i]);
	if (!status)
		status = hd_project_declare(&p, a->layout, a->names, false);
	hd_project_term(&p);
	if (!status && project) {
		status = hd_project_load(&p, project);
		if (!status)
			status = hd_project_declare(&p, a->layout, a->names, true);
		hd_project_term(&p);
	}
	return status;
}

int hd_atomic_sets_init(struct hd_atomic_sets *a, const char *program, const char *project)
{
	char *path = realpath(program, NULL); /* as the runtime sees it */
	int status;

	a->layout = hd_new(1, sizeof *a->layout);
	a->names = hd_layout_names_new();
	hd_layout_add(a->layout, a->names, path ? path : program);
	hd_libraries_of(path ? path : program, add_library, a);
	status = read_declarations(a, project);
	free(path);
	return status;
}

void hd_atomic_sets_term(struct hd_atomic_sets *a)
{
	free(a->layout);
	hd_layout_names_free(a->names);
	*a = (struct hd_atomic_sets){0};
}

/* Only what is used: the rest of the shared memory stays untouched. */
void hd_atomic_sets_send(struct hd_atomic_sets *a, struct hd_wire *wire)
{
	const struct hd_layout *from = a->layout;
	struct hd_layout *to = &wire->layout;

	if (!from)
		return;
	a->wire = wire;
	memcpy(to->functions, from->functions, (from->nfunctions + 1) * sizeof from->functions[0]);
	memcpy(to->variables, from->variables, (from->nvariables + 1) * sizeof from->variables[0]);
	memcpy(to->types, from->types, (from->ntypes + 1) * sizeof from->types[0]);
	memcpy(to->fields, from->fields, from->nfields * sizeof from->fields[0]);
	memcpy(to->refs, from->refs, from->nrefs * sizeof from->refs[0]);
	memcpy(to->modules, from->modules, sizeof from->modules);
	to->nmodules = from->nmodules;
	to->nfunctions = from->nfunctions;
	to->nvariables = from->nvariables;
	to->ntypes = from->ntypes;
	to->nfields = from->nfields;
	to->nrefs = from->nrefs;
	to->nfiles = from->nfiles;
	to->ngroups = from->ngroups;
	to->main_file = from->main_file;
	to->lost = from->lost;
}

const struct hd_kind *hd_kind_with(const struct hd_wire *wire, uint64_t key)
{
	for (unsigned i = 0; key && i < HD_KINDS; i++)
		if (wire->inferred.kinds[i].key == key)
			return &wire->inferred.kinds[i];
	return NULL;
}

/* Kinds whose elements have elements: no deeper than that. */
#define MAX_DEPTH 8

static void put_kind_name(const struct hd_atomic_sets *a, const struct hd_wire *wire, const struct hd_kind *k,
			  FILE *out, int depth)
{
	const char *type = hd_layout_type_name(a->names, k->type);
	const char *variable = k->variable ? hd_layout_variable_name(a->names, k->variable) : NULL;
	uint32_t part_of = k->part_of;

	if (part_of && part_of <= HD_KINDS && depth < MAX_DEPTH) {
		const struct hd_kind *of = &wire->inferred.kinds[part_of - 1];
		char *member = hd_kind_member_name(a, of, k->part_offset);

		put_kind_name(a, wire, of, out, depth + 1);
		fprintf(out, ".%s", member); /* `rows[]` */
		free(member);
	} else if (k->frame) {
		const char *function = hd_layout_function_name(a->names, k->frame);

		fprintf(out, "local variables of %s", function ? function : "a function");
	} else if (variable) {
		fprintf(out, "%s%s", variable, k->stride ? "[]" : "");
	} else {
		fputs(type ? type : "heap block", out);
		if (k->stride)
			fputs("[]", out);
	}
}

char *hd_kind_name(const struct hd_atomic_sets *a, const struct hd_wire *wire, const struct hd_kind *k)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return hd_strdup("?");
	put_kind_name(a, wire, k, f, 0);
	fclose(f);
	return text;
}

char *hd_kind_member_name(const struct hd_atomic_sets *a, const struct hd_kind *k, uint64_t offset)
{
	const struct hd_layout_field *f = hd_layout_field_at(a->layout, k->type, offset);
	const char *name = f ? hd_layout_field_name(a->names, (uint32_t)(f - a->layout->fields)) : NULL;

	if (!name && !k->type && k->variable && !offset)
		return hd_strdup(hd_layout_variable_name(a->names, k->variable));
	if (!name)
		return hd_sprintf("+%lu", offset);
	return f->count > 1 ? hd_sprintf("%s[]", name) : hd_strdup(name);
}

/* ---- heap blocks ---- */

/* Sites have other numbers in other workers' memory: of a replay, say. */
static bool is_site(const struct hd_wire *wire, uint32_t number, const char *module, uint64_t offset)
{
	uint32_t m;

	if (!number || number >= HD_MAX_SITES || wire->sites[number].offset != offset)
		return false;
	m = wire->sites[number].module;
	return m < HD_MAX_MODULES && !strncmp(wire->modules[m].path, module, HD_PATH_MAX - 1);
}

/* What is allocated at a site, if that is always the same. */
static uint32_t type_at(const struct hd_atomic_sets *a, const char *module, uint64_t site, uint64_t size)
{
	uint32_t type = 0;

	for (unsigned i = 0; i < HD_KINDS; i++) {
		const struct hd_kind *k = &a->wire->inferred.kinds[i];
		uint32_t its = k->type;

		if (!k->key || k->variable || k->part_of || !its || its > a->layout->ntypes ||
		    !is_site(a->wire, k->alloc_site, module, site))
			continue;
		if ((type && type != its) || (!k->stride && k->size != size))
			return 0;
		type = its;
	}
	return type;
}

static void put_element(FILE *out, uint64_t *offset, uint64_t unit, bool several)
{
	if (several)
		fprintf(out, "[%lu]", *offset / unit);
	*offset %= unit;
}

static char *member_at(const struct hd_atomic_sets *a, uint32_t type, uint64_t size, uint64_t offset)
{
	struct hd_text text;

	hd_text_begin(&text);
	put_element(text.f, &offset, a->layout->types[type].size, size > a->layout->types[type].size);
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		const struct hd_layout_field *f = hd_layout_field_at(a->layout, type, offset);

		if (!f)
			break;
		fprintf(text.f, ".%s", hd_layout_field_name(a->names, (uint32_t)(f - a->layout->fields)));
		offset -= f->offset;
		put_element(text.f, &offset, f->size, f->count > 1);
		type = f->type;
		if (f->kind != HD_FIELD_ELEMENTS) {
			offset = f->kind == HD_FIELD_SYNC ? 0 : offset;
			break;
		}
	}
	if (offset)
		fprintf(text.f, "+%lu", offset);
	return hd_text_end(&text);
}

/* The access is of more than one member. */
static bool is_across(const struct hd_atomic_sets *a, uint32_t type, const struct hd_heap_part *part)
{
	uint64_t offset = part->offset % a->layout->types[type].size;
	const struct hd_layout_field *f = hd_layout_field_at(a->layout, type, offset);

	return f && part->access > f->size && part->access < a->layout->types[type].size;
}

bool hd_atomic_sets_heap(const void *sets, const char *module, const struct hd_heap_part *part, char **type,
			 char **member)
{
	const struct hd_atomic_sets *a = sets;
	uint32_t is = type_at(a, module, part->site, part->size);
	bool of_library;

	if (!is || !a->layout->types[is].size || hd_layout_type_is_unnamed(a->names, is))
		return false;
	*type = hd_short_type(hd_layout_type_name(a->names, is), &of_library);
	if (of_library || !strncmp(*type, "std::", 5) || is_across(a, is, part)) {
		free(*type); /* what knows the types of all members tells it better */
		return false;
	}
	*member = member_at(a, is, part->size, part->offset);
	return true;
}
