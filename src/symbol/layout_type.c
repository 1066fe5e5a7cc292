/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/layout_type.h"

#include <dwarf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "symbol/module.h"
#include "symbol/name.h"
#include "symbol/type.h"

#define MAX_DEPTH 32 /* of nested types; more means damaged debug information */

struct peeled {
	Dwarf_Die type;		  /* without typedefs and qualifiers */
	const char *typedef_name; /* of the last one, NULL: none     */
	bool atomic;
};

bool hd_layout_declared(Dwarf_Die *die, Dwarf_Die *declared)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, declared);
}

static bool peel(Dwarf_Die *declared, struct peeled *p)
{
	*p = (struct peeled){.type = *declared};
	for (int depth = 0; depth < MAX_DEPTH; depth++) {
		switch (dwarf_tag(&p->type)) {
		case DW_TAG_typedef:
			p->typedef_name = dwarf_diename(&p->type);
			break;
		case DW_TAG_atomic_type:
			p->atomic = true;
			break;
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_restrict_type:
			break;
		default:
			return true;
		}
		Dwarf_Die next;
		if (!hd_layout_declared(&p->type, &next))
			return false; /* const void */
		p->type = next;
	}
	return false;
}

static bool is_struct(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

/* Locks and the like, and atomics: not data. */
static bool is_sync(struct peeled *p)
{
	static const char *const names[] = {"sem_t", "mtx_t", "cnd_t", "once_flag"};
	static const char *const classes[] = {
	    "mutex",	 "recursive_mutex",	   "timed_mutex", "shared_mutex", "condition_variable",
	    "once_flag", "condition_variable_any", "thread",	  "jthread"};
	const char *name = p->typedef_name, *class_name = dwarf_diename(&p->type);

	if (p->atomic || (name && !strncmp(name, "pthread_", 8) && strcmp(name, "pthread_t") != 0))
		return true;
	for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(name, names[i]))
			return true;
	if (!class_name || !is_struct(&p->type))
		return false;
	if (!strncmp(class_name, "atomic<", 7) || !strcmp(class_name, "atomic_flag"))
		return true;
	for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
		if (!strcmp(class_name, classes[i]))
			return true;
	return false;
}

bool hd_layout_array(Dwarf_Die *declared, Dwarf_Die *element, uint64_t *count)
{
	struct peeled p, of;
	uint64_t size, unit;

	if (!peel(declared, &p) || dwarf_tag(&p.type) != DW_TAG_array_type ||
	    !hd_layout_declared(&p.type, element) || !peel(element, &of))
		return false;
	size = hd_type_size(&p.type);
	unit = hd_type_size(&of.type);
	*count = unit ? size / unit : 0;
	return true;
}

/* ---- members ---- */

struct members {
	const struct hd_layout_work *w;
	struct hd_layout_field *list;
	char **names;
	size_t n, cap, names_cap;
};

static void add_member(struct members *ms, const struct hd_layout_field *f, const char *name)
{
	ms->list = hd_grow(ms->list, &ms->cap, ms->n + 1, sizeof *ms->list);
	ms->names = hd_grow(ms->names, &ms->names_cap, ms->n + 1, sizeof *ms->names);
	ms->list[ms->n] = *f;
	ms->names[ms->n++] = hd_strdup(name);
}

static void add_members(struct members *ms, Dwarf_Die *type, uint64_t base, const char *prefix, int depth);

static void add_array(struct members *ms, Dwarf_Die *element, uint64_t count, uint64_t offset,
		      const char *name)
{
	struct peeled of;

	if (!peel(element, &of))
		return;
	bool structs = is_struct(&of.type) && !is_sync(&of);
	struct hd_layout_field f = {.offset = (uint32_t)offset,
				    .size = (uint32_t)hd_type_size(&of.type),
				    .count = (uint32_t)count,
				    .kind = is_sync(&of) ? HD_FIELD_SYNC
					    : structs	 ? HD_FIELD_ELEMENTS
							 : HD_FIELD_DATA};

	if (structs)
		f.type = hd_layout_struct(ms->w, element);
	if (f.size && f.count)
		add_member(ms, &f, name);
}

/* One member, at base + offset of the structure that is being laid out. */
static void add_field(struct members *ms, Dwarf_Die *declared, uint64_t offset, const char *name, int depth)
{
	struct peeled p;
	Dwarf_Die element;
	uint64_t count;

	if (!peel(declared, &p))
		return;
	struct hd_layout_field f = {
	    .offset = (uint32_t)offset, .size = (uint32_t)hd_type_size(&p.type), .count = 1};
	if (is_sync(&p) || !strncmp(name, "_vptr", 5))
		f.kind = HD_FIELD_SYNC;
	else if (hd_layout_array(declared, &element, &count)) {
		add_array(ms, &element, count, offset, name);
		return;
	} else if (is_struct(&p.type)) {
		add_members(ms, &p.type, offset, name, depth + 1);
		return;
	}
	if (f.size)
		add_member(ms, &f, name);
}

static void add_members(struct members *ms, Dwarf_Die *type, uint64_t base, const char *prefix, int depth)
{
	Dwarf_Die member, declared;
	Dwarf_Attribute attr;
	uint64_t offset;

	if (depth > MAX_DEPTH || dwarf_child(type, &member) != 0)
		return;
	do {
		int tag = dwarf_tag(&member);
		const char *own = dwarf_diename(&member);
		char *name;

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		    dwarf_attr(&member, DW_AT_external, &attr) || !hd_member_offset(&member, &offset) ||
		    !hd_layout_declared(&member, &declared))
			continue;
		own = tag == DW_TAG_member && own ? own : "";
		name = hd_sprintf("%s%s%s", prefix, *prefix && *own ? "." : "", own);
		add_field(ms, &declared, base + offset, name, depth);
		free(name);
	} while (dwarf_siblingof(&member, &member) == 0);
}

struct order {
	struct hd_layout_field field;
	char *name;
};

static int by_offset(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	return x->field.offset < y->field.offset ? -1 : x->field.offset > y->field.offset;
}

/* All members in order; bit-fields that share bytes are one. */
static void keep_members(const struct hd_layout_work *w, uint32_t type, struct members *ms)
{
	struct order *all = hd_new(ms->n + 1, sizeof *all);
	struct hd_layout_type *t = &w->l->types[type];

	for (size_t i = 0; i < ms->n; i++)
		all[i] = (struct order){ms->list[i], ms->names[i]};
	qsort(all, ms->n, sizeof *all, by_offset);
	t->first_field = w->l->nfields;
	for (size_t i = 0; i < ms->n; i++) {
		const struct hd_layout_field *last =
		    t->nfields ? &w->l->fields[t->first_field + t->nfields - 1] : NULL;

		if ((last && all[i].field.offset < last->offset + (uint64_t)last->size * last->count) ||
		    w->l->nfields >= HD_LAYOUT_FIELDS) {
			w->l->lost += w->l->nfields >= HD_LAYOUT_FIELDS;
			free(all[i].name);
			continue;
		}
		w->l->fields[w->l->nfields] = all[i].field;
		w->n->fields[w->l->nfields++] = all[i].name;
		t->nfields++;
	}
	free(all);
}

/* ---- numbers ---- */

static int compare_types(const void *a, const void *b)
{
	const struct hd_known_type *x = a, *y = b;

	if (x->name)
		return strcmp(x->name, y->name);
	return x->die < y->die ? -1 : x->die > y->die;
}

static void type_know(void **tree, const void *die, const char *name, uint32_t type)
{
	struct hd_known_type *k = hd_new(1, sizeof *k);

	*k = (struct hd_known_type){.die = die, .name = hd_strdup_or_null(name), .type = type};
	HD_ASSERT(tsearch(k, tree, compare_types), "out of memory");
}

static uint32_t known(void **tree, const void *die, char *name)
{
	const struct hd_known_type key = {.die = die, .name = name};
	struct hd_known_type **found = tfind(&key, tree, compare_types);

	return found ? (*found)->type : 0;
}

static void lay_out(const struct hd_layout_work *w, uint32_t type, Dwarf_Die *die)
{
	struct members ms = {.w = w};

	add_members(&ms, die, 0, "", 0);
	keep_members(w, type, &ms);
	free(ms.list);
	free(ms.names);
}

static uint32_t new_type(const struct hd_layout_work *w, const char *name)
{
	if (w->l->ntypes + 1 >= HD_LAYOUT_TYPES) {
		w->l->lost++;
		return 0;
	}
	w->l->ntypes++;
	w->n->types[w->l->ntypes] = hd_strdup(name);
	return w->l->ntypes;
}

/* A file may know a structure by its name only; another one with the same name but another size is another.
 */
static uint32_t type_by_name(const struct hd_layout_work *w, char *name, uint64_t size, bool *fresh)
{
	uint32_t type = known(&w->n->by_name, NULL, name);
	char *sized;

	*fresh = false;
	if (type && (!size || !w->l->types[type].size || w->l->types[type].size == size)) {
		*fresh = size && !w->l->types[type].size;
		return type;
	}
	sized = type ? hd_sprintf("%s %lu", name, size) : hd_strdup(name);
	type = type ? known(&w->n->by_name, NULL, sized) : 0;
	if (!type) {
		type = new_type(w, name);
		*fresh = type && size;
		if (type)
			type_know(&w->n->by_name, NULL, sized, type);
	}
	free(sized);
	return type;
}

uint32_t hd_layout_struct(const struct hd_layout_work *w, Dwarf_Die *declared)
{
	struct peeled p;
	uint32_t type;
	uint64_t size;
	char *name;
	bool fresh;

	if (!peel(declared, &p) || !is_struct(&p.type) || is_sync(&p))
		return 0;
	type = known(&w->n->by_die, p.type.addr, NULL);
	if (type)
		return type;
	size = hd_type_size(&p.type);
	name = dwarf_diename(&p.type) ? hd_die_name(w->m, &p.type) : NULL;
	if (!name && p.typedef_name)
		name = hd_strdup(p.typedef_name);
	if (!name)
		name = hd_sprintf(HD_UNNAMED_TYPE "%s:%lx)", w->m->path,
				  (unsigned long)dwarf_dieoffset(&p.type));
	type = type_by_name(w, name, size, &fresh);
	free(name);
	if (!type)
		return 0;
	type_know(&w->n->by_die, p.type.addr, NULL, type);
	if (fresh) {
		w->l->types[type].size = size < UINT32_MAX ? (uint32_t)size : 0;
		lay_out(w, type, &p.type);
	}
	return type;
}

static bool pointed_to(Dwarf_Die *declared, Dwarf_Die *target)
{
	struct peeled p;
	int tag;

	if (!peel(declared, &p))
		return false;
	tag = dwarf_tag(&p.type);
	return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
		tag == DW_TAG_rvalue_reference_type) &&
	       hd_layout_declared(&p.type, target);
}

uint32_t hd_layout_pointee(const struct hd_layout_work *w, Dwarf_Die *declared)
{
	Dwarf_Die target;

	return pointed_to(declared, &target) ? hd_layout_struct(w, &target) : 0;
}

void hd_layout_reached(const struct hd_layout_work *w, Dwarf_Die *declared,
		       void (*add)(void *to, uint32_t type), void *to)
{
	struct peeled p;
	Dwarf_Die member, of, target = *declared;

	(void)pointed_to(declared, &target);
	if (!peel(&target, &p) || !is_struct(&p.type) || dwarf_child(&p.type, &member) != 0)
		return;
	do
		if (dwarf_tag(&member) == DW_TAG_member && hd_layout_declared(&member, &of))
			add(to, hd_layout_pointee(w, &of));
	while (dwarf_siblingof(&member, &member) == 0);
}
