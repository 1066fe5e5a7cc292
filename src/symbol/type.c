/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/type.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

#define MAX_SEVERAL 8  /* members in one access */
#define MAX_DEPTH   32 /* of nested types; more means damaged debug information */

bool hd_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;
	Dwarf_Die declared;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, &declared) &&
	       dwarf_peel_type(&declared, type) == 0;
}

uint64_t hd_type_size(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

struct part { /* what remains to be named: `size` bytes at `offset` of something of type `type` */
	Dwarf_Die type;
	uint64_t offset, size;
	bool hidden; /* it is inside of a type of the implementation …       */
	bool told;   /* … and that has been told as far as its functions do */
	bool node;   /* the whole is what a C++ library allocates: its parts are told by plain words */
};

bool hd_member_offset(Dwarf_Die *member, uint64_t *offset)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;
	Dwarf_Op *op;
	size_t nops;

	*offset = 0;
	if (dwarf_attr(member, DW_AT_data_bit_offset, &attr) && dwarf_formudata(&attr, &value) == 0) {
		*offset = value / 8;
		return true;
	}
	if (!dwarf_attr(member, DW_AT_data_member_location, &attr))
		return true;
	if (dwarf_formudata(&attr, &value) == 0) {
		*offset = value;
		return true;
	}
	if (dwarf_getlocation(&attr, &op, &nops) != 0 || nops != 1 || op[0].atom != DW_OP_plus_uconst)
		return false; /* a virtual base class: known only at run time */
	*offset = op[0].number;
	return true;
}

static bool inside(const struct part *p, uint64_t start, uint64_t size)
{
	return p->offset >= start && p->offset - start < size && p->size <= size - (p->offset - start);
}

/* Names that the language reserves belong to the implementation of a type such as pthread_mutex_t or
 * std::mutex: reports do not name what is inside of it, but for what the C++ libraries' own functions tell.
 */
static bool type_is_reserved(const char *name)
{
	return name && name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]));
}

/* The function that tells what is in such a member, of libstdc++ and libc++. */
static const char *public_name(const char *member)
{
	static const char *const names[][2] = {
	    {"_M_start", "begin()"},
	    {"_M_finish", "end()"},
	    {"_M_end_of_storage", "capacity()"},
	    {"_M_p", "data()"},
	    {"_M_string_length", "size()"},
	    {"_M_node_count", "size()"},
	    {"_M_element_count", "size()"},
	    {"_M_size", "size()"},
	    {"_M_use_count", "use_count()"},
	    {"_M_ptr", "get()"},
	    {"_M_head_impl", "get()"},
	    {"_M_engaged", "has_value()"},
	    {"__begin_", "begin()"},
	    {"__end_", "end()"},
	    {"__end_cap_", "capacity()"},
	    {"__shared_owners_", "use_count()"},
	    {"__ptr_", "get()"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(member, names[i][0]))
			return names[i][1];
	return NULL;
}

/* The parts of what the libraries allocate, which no function of theirs tells. */
static const char *node_name(const char *member)
{
	static const char *const names[][2] = {
	    {"_M_parent", "parent"},
	    {"_M_left", "left"},
	    {"_M_right", "right"},
	    {"_M_color", "color"},
	    {"_M_next", "next"},
	    {"_M_prev", "prev"},
	    {"_M_nxt", "next"},
	    {"__next_", "next"},
	    {"__prev_", "prev"},
	    {"__left_", "left"},
	    {"__right_", "right"},
	    {"__parent_", "parent"},
	    {"_M_weak_count", "weak_count()"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(member, names[i][0]))
			return names[i][1];
	return NULL;
}

/* What a hidden member may be called; NULL: nothing. */
static const char *telling_name(const struct part *p, const char *member)
{
	const char *known = public_name(member);

	return known || !p->node ? known : node_name(member);
}

/* A pointer that is atomic, and the elements of a std::array, are called as the whole is. */
static bool is_all_of_it(struct part *p, const char *member)
{
	const char *type = dwarf_diename(&p->type);

	return type && ((!strncmp(type, "__atomic_base<", 14) && !strcmp(member, "_M_p")) ||
			(!strncmp(type, "array<", 6) &&
			 (!strcmp(member, "_M_elems") || !strcmp(member, "__elems_"))));
}

static void put_member(struct part *p, FILE *out, const char *name)
{
	const char *known = !strncmp(name, "_vptr", 5) ? "vtable" : p->hidden ? telling_name(p, name) : NULL;

	p->told = known;
	if (!p->hidden || known)
		fprintf(out, ".%s", known ? known : name);
}

/* Go down into what holds the whole part: a member, or a base class. False: there is none such. */
static bool enter_tag(struct part *p, FILE *out, int tag)
{
	Dwarf_Die member, type;
	Dwarf_Attribute attr;
	uint64_t offset;

	if (dwarf_child(&p->type, &member) != 0)
		return false;
	do {
		if (dwarf_tag(&member) != tag || dwarf_attr(&member, DW_AT_external, &attr) ||
		    !hd_member_offset(&member, &offset) || !hd_type_of(&member, &type) ||
		    !inside(p, offset, hd_type_size(&type)))
			continue;
		const char *name = dwarf_diename(&member);
		bool whole = name && is_all_of_it(p, name);
		if (type_is_reserved(name) && !whole)
			p->hidden = true;
		if (tag == DW_TAG_member && name && !whole && !p->told)
			put_member(p, out, name);
		p->type = type;
		p->offset -= offset;
		return true;
	} while (dwarf_siblingof(&member, &member) == 0);
	return false;
}

/* Members come first: they may lie in what a base class leaves free at its end, or where an empty one is.
 * False: the part is named already. */
static bool enter_member(struct part *p, FILE *out)
{
	return enter_tag(p, out, DW_TAG_member) || enter_tag(p, out, DW_TAG_inheritance);
}

static bool is_structure(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Room for an object, which the library makes there itself. */
static bool enter_buffer(struct part *p, FILE *out)
{
	const char *name = dwarf_diename(&p->type);
	Dwarf_Die child, type;

	if (!name ||
	    (strncmp(name, "__aligned_membuf<", 17) != 0 && strncmp(name, "__aligned_buffer<", 17) != 0) ||
	    dwarf_child(&p->type, &child) != 0)
		return false;
	do
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter && hd_type_of(&child, &type)) {
			if (!is_structure(&type))
				fputs(".value", out);
			p->type = type;
			p->hidden = p->told = false;
			return true;
		}
	while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* The compiler may read or write several members at once: `.{length,closed}`. */
static void put_several(const struct part *p, FILE *out)
{
	const char *names[MAX_SEVERAL];
	Dwarf_Die whole = p->type, member, type;
	Dwarf_Attribute attr;
	uint64_t offset;
	unsigned n = 0;

	if (dwarf_child(&whole, &member) != 0)
		return;
	do {
		const char *name = dwarf_diename(&member);

		if (dwarf_tag(&member) != DW_TAG_member || dwarf_attr(&member, DW_AT_external, &attr) ||
		    !name || !hd_member_offset(&member, &offset) || !hd_type_of(&member, &type) ||
		    offset >= p->offset + p->size || offset + hd_type_size(&type) <= p->offset)
			continue;
		if (p->hidden || type_is_reserved(name))
			name = telling_name(p, name);
		if (!name || n == MAX_SEVERAL)
			return;
		names[n++] = name;
	} while (dwarf_siblingof(&member, &member) == 0);
	for (unsigned i = 0; i < n; i++)
		fprintf(out, "%s%s", i ? "," : n > 1 ? ".{" : ".", names[i]);
	fputs(n > 1 ? "}" : "", out);
}

/* Number of elements in one dimension; 0: unknown. */
static uint64_t dimension(Dwarf_Die *subrange)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if (dwarf_attr(subrange, DW_AT_count, &attr) && dwarf_formudata(&attr, &value) == 0)
		return value;
	if (dwarf_attr(subrange, DW_AT_upper_bound, &attr) && dwarf_formudata(&attr, &value) == 0 &&
	    value != UINT64_MAX)
		return value + 1;
	return 0;
}

static bool enter_element(struct part *p, FILE *out)
{
	uint64_t dims[8], index, stride;
	unsigned ndims = 0;
	Dwarf_Die type, child;

	if (!hd_type_of(&p->type, &type) || !(stride = hd_type_size(&type)))
		return false;
	if (dwarf_child(&p->type, &child) == 0)
		do
			if (dwarf_tag(&child) == DW_TAG_subrange_type && ndims < 8)
				dims[ndims++] = dimension(&child);
		while (dwarf_siblingof(&child, &child) == 0);
	if (p->offset % stride + p->size > stride) /* a range of elements: it has no better name */
		return false;
	index = p->offset / stride;
	for (unsigned d = 0; d < ndims; d++) {
		uint64_t below = 1;

		for (unsigned i = d + 1; i < ndims; i++)
			below *= dims[i] ? dims[i] : 1;
		if (!below) /* the product overflowed: damaged debug information */
			return false;
		if (!p->hidden)
			fprintf(out, "[%lu]", index / below);
		index %= below;
	}
	p->type = type;
	p->offset %= stride;
	return true;
}

static bool type_enter(struct part *p, FILE *out)
{
	switch (dwarf_tag(&p->type)) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return enter_buffer(p, out) || enter_member(p, out);
	case DW_TAG_array_type:
		return enter_element(p, out);
	default:
		return false;
	}
}

void hd_type_part(FILE *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
{
	struct part p = {.type = *type,
			 .offset = offset,
			 .size = size ? size : 1,
			 .node = type_is_reserved(dwarf_diename(type))};

	for (int depth = 0; depth < MAX_DEPTH && type_enter(&p, out); depth++)
		;
	if (size > 1 && !p.told && is_structure(&p.type) && dwarf_tag(&p.type) != DW_TAG_union_type &&
	    p.size < hd_type_size(&p.type))
		put_several(&p, out);
	else if (p.offset && !p.hidden)
		fprintf(out, "+%lu", p.offset);
}
