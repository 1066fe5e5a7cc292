/* SPDX-License-Identifier: Apache-2.0
 *
 * The names behind the numbers of a layout. Private to this folder. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "symbol/layout.h"

struct hd_named_function {
	char *name;
	const char *file; /* one of files */
	int line;
};

struct hd_known_type {	 /* how a type is found again: by its declaration, or by its name */
	const void *die; /* NULL: by name */
	char *name;
	uint32_t type;
};

struct hd_layout_names {
	struct hd_named_function functions[HD_LAYOUT_FUNCTIONS];
	char *variables[HD_LAYOUT_VARIABLES];
	char *types[HD_LAYOUT_TYPES];
	char *fields[HD_LAYOUT_FIELDS];
	char **files; /* number - 1 */
	size_t nfiles, files_cap;
	void *by_die, *by_name; /* trees of struct hd_known_type */
};

struct hd_module;
#include <elfutils/libdw.h>

struct hd_layout_work { /* what is being filled in */
	struct hd_layout *l;
	struct hd_layout_names *n;
	struct hd_module *m;
};

/* layout_type.c: the number of the structure that a variable, parameter or member is, given what DW_AT_type
 * refers to; 0: it is none. */
uint32_t hd_layout_struct(const struct hd_layout_work *w, Dwarf_Die *declared);
/* … or that it points to, by a pointer or a reference. */
uint32_t hd_layout_pointee(const struct hd_layout_work *w, Dwarf_Die *declared);
/* What DW_AT_type of the die refers to, as it is declared. */
bool hd_layout_declared(Dwarf_Die *die, Dwarf_Die *declared);
/* The type of an array's elements, and how many there are; false: it is no array. */
bool hd_layout_array(Dwarf_Die *declared, Dwarf_Die *element, uint64_t *count);
/* Types that members of the structure point to: calls add() for each. */
void hd_layout_reached(const struct hd_layout_work *w, Dwarf_Die *declared,
		       void (*add)(void *to, uint32_t type), void *to);
