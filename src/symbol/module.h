/* SPDX-License-Identifier: Apache-2.0
 *
 * One loaded file (the program or a library) with its debug information, which may be in a separate file
 * found by build-id. Private to this folder. Addresses here are the file's own, which are our offsets. */
#pragma once

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "symbol/symbol.h"

struct hd_unit { /* code [lo, hi) belongs to a compilation unit */
	Dwarf_Addr lo, hi;
	Dwarf_Die line_unit; /* has the line table                                    */
	Dwarf_Die unit;	     /* has the functions and variables; another one with split DWARF */
};

struct hd_entity { /* a function's code or a variable's memory: [lo, hi) */
	Dwarf_Addr lo, hi;
	Dwarf_Die die;
};

struct hd_entities {
	struct hd_entity *list; /* by address */
	size_t n, cap;
};

struct hd_scope {	 /* what is around a declaration: elfutils would look for it in the whole unit */
	const void *die; /* address of the declaration in the debug information */
	Dwarf_Die parent;
};

struct hd_module {
	struct hd_module *next;
	char *path;
	Dwfl *dwfl;
	Dwfl_Module *file;     /* NULL: it cannot be read                     */
	Dwarf *dwarf;	       /* NULL: no debug information                  */
	Dwarf_Addr bias;       /* added to addresses in dwarf gives ours      */
	struct hd_unit *units; /* by address */
	size_t nunits, units_cap;
	struct hd_entities functions, variables;
	struct hd_scope *scopes; /* by address */
	size_t nscopes, scopes_cap;
	void *calls, *functions_asked, *data; /* answers, trees of tsearch(3) */
	struct hd_code *codes;		      /* spot.c: by name */
	size_t ncodes, codes_cap;
	bool codes_listed;
};

struct hd_module *hd_module_open(const char *path);
void hd_module_close(struct hd_module *m);

/* symbol.c: the module of this path, opened when it is asked about first. */
struct hd_module *hd_symbols_module(struct hd_symbols *s, const char *path);

/* spot.c */
void hd_codes_free(struct hd_module *m);

/* index.c: fill units, functions and variables. */
void hd_module_index(struct hd_module *m);
/* The last entry that begins at or before addr and reaches beyond it, or NULL. */
struct hd_unit *hd_unit_at(struct hd_module *m, Dwarf_Addr addr);
struct hd_entity *hd_entity_at(const struct hd_entities *e, Dwarf_Addr addr);

/* What is directly around a declaration, NULL: it is not known. */
const Dwarf_Die *hd_parent_of(const struct hd_module *m, const Dwarf_Die *die);

/* code.c: malloc'ed frames whose strings are malloc'ed too. `pc` is inside of the instruction. */
unsigned hd_module_code(struct hd_module *m, Dwarf_Addr pc, struct hd_frame **frames);
/* The same for the function that begins at `start`: one frame or none. */
unsigned hd_module_function(struct hd_module *m, Dwarf_Addr start, struct hd_frame **frames);
/* data.c: malloc'ed or NULL. */
char *hd_module_data(struct hd_module *m, Dwarf_Addr addr, uint64_t size);

/* type.c: the type of a variable, member or array element without its typedefs and qualifiers. */
bool hd_type_of(Dwarf_Die *die, Dwarf_Die *type);
uint64_t hd_type_size(Dwarf_Die *type);
/* Where in its structure a member or base class is; false: that is known only at run time. */
bool hd_member_offset(Dwarf_Die *member, uint64_t *offset);
/* Write which part of something of this type the `size` bytes at `offset` are: `.slots[3].next`. */
void hd_type_part(FILE *out, Dwarf_Die *type, uint64_t offset, uint64_t size);

/* name.c: the name with its namespaces and classes, malloc'ed, or NULL. */
char *hd_die_name(const struct hd_module *m, const Dwarf_Die *die);
