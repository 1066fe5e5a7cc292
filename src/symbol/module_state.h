/* SPDX-License-Identifier: Apache-2.0
 *
 * One loaded file (the program or a library) with its debug information, which may be in a separate file
 * found by build-id. Private to this folder. Addresses here are the file's own, which are our offsets. */
#pragma once

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_import {     /* what is imported from a library */
	uint64_t slot; /* where the dynamic linker puts its address */
	const char *name;
};

struct hd_code_call {	 /* in a function */
	uint64_t back;	 /* where it returns to */
	uint64_t target; /* where it goes */
	int ordinal;
};

struct hd_code { /* a function's */
	const char *name;
	uint64_t lo, hi;
	bool scanned;
	struct hd_code_call *calls;
	size_t ncalls, calls_cap;
};

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

struct hd_symbol;

struct hd_piece { /* of the addresses, up to the next one: see address.h */
	uint64_t lo;
	bool asked;
	struct hd_symbol *symbol; /* NULL: none */
};

struct hd_symbol_module {
	struct hd_symbol_module *next;
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
	void *calls, *functions_asked, *data, *locals, *heap_sites; /* answers, trees of tsearch(3) */
	struct hd_code *codes;					    /* spot.c: by name */
	size_t ncodes, codes_cap;
	bool codes_listed;
	struct hd_import *imports; /* import.c: by slot */
	size_t nimports, imports_cap;
	bool imports_listed;
	struct hd_piece *pieces; /* address.c: by address */
	size_t npieces, pieces_cap;
	bool pieces_listed;
};
