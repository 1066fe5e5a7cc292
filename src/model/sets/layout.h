/* SPDX-License-Identifier: Apache-2.0
 *
 * What debug information says about the program's data and functions, as far as atomic sets need it: which
 * variable or type an address belongs to, where its members are, and which functions are operations on what.
 * The controller fills it in before the search, the runtime only reads it. No pointers: it is shared memory.
 *
 * Types, files and functions are numbered from 1; 0 stands for "not known". Offsets of functions and
 * variables are relative to the load base of their module. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HD_LAYOUT_PATH	    512
#define HD_LAYOUT_MODULES   16
#define HD_LAYOUT_FUNCTIONS (1u << 15)
#define HD_LAYOUT_VARIABLES (1u << 14)
#define HD_LAYOUT_TYPES	    (1u << 13)
#define HD_LAYOUT_FIELDS    (1u << 17)
#define HD_LAYOUT_REFS	    (1u << 17)

#define HD_FN_EXTERNAL 1u /* others can call it: an operation; not a static or private helper           */
#define HD_FN_SYSTEM   2u /* from a header of the system or a compiler, such as std::vector's             */
#define HD_FN_MAIN     4u /* main itself                                                                 */
#define HD_FN_UNIT     8u /* declared to be a unit of work …                                             */
#define HD_FN_UNIT_FOR                                                                                       \
	16u /* … but only for the types and variables that marks say                          */
#define HD_FN_NO_UNIT 32u  /* declared not to be one: it belongs to its callers                            */
#define HD_FN_IGNORED 64u  /* what it does does not count                                                 */
#define HD_FN_BEGINS  128u /* HD_FN_SYSTEM, but with code of the program's own: a thread may begin there  */

struct hd_layout_function {
	uint64_t lo, hi;
	uint32_t flags; /* HD_FN_*                                                                       */
	uint32_t file;	/* the source file that it is defined in                                          */
	uint32_t first_ref; /* types that it mentions: those that parameters point to come first … */
	uint16_t nparams;   /* … so many   */
	uint16_t nrefs; /* of all                                                                          */
	uint32_t unit_for; /* HD_FN_UNIT_FOR: first of the types in refs, variables as HD_LAYOUT_REF_VARIABLE
			      + n */
	uint32_t nunit_for;
	uint16_t module;
	uint16_t pad;
	uint32_t family; /* of its name: equal for list_add and list_remove, List::add and List::remove */
};
#define HD_LAYOUT_REF_VARIABLE (1u << 24)

struct hd_layout_variable {
	uint64_t lo, size;
	uint32_t type;	 /* of the variable or of its elements; 0: neither is a structure   */
	uint32_t stride; /* an array of structures: the distance of its elements, each a set; else 0 */
	uint16_t module;
	uint8_t ignored; /* declared not to count                                                           */
	uint8_t pad;
	uint32_t group; /* variables of the same group are one declared set; 0: none */
};

enum hd_field_kind {
	HD_FIELD_DATA, /* `count` scalars of `size` bytes, each a location                               */
	HD_FIELD_ELEMENTS, /* `count` structures of `size` bytes and type `type`, each a set                */
	HD_FIELD_SYNC, /* a lock or the like, or an atomic                                               */
};

#define HD_FIELD_OWNED	   1u /* declared: what it points to belongs to the object …                        */
#define HD_FIELD_NOT_OWNED 2u /* … or does not */
#define HD_FIELD_IGNORED   4u /* declared not to count                                                      */

struct hd_layout_field {
	uint32_t offset, size, count;
	uint32_t type; /* of elements */
	uint8_t kind;  /* enum hd_field_kind */
	uint8_t flags; /* HD_FIELD_* */
	uint16_t set;  /* which of the sets declared for its type it is in; 0: the one of all the others  */
};

struct hd_layout_type {
	uint32_t size;
	uint32_t first_field, nfields; /* by offset; members of members are here as well                    */
	uint32_t ignored; /* declared not to count                                              */
};

struct hd_layout {
	uint32_t nmodules, nfunctions, nvariables, ntypes, nfields, nrefs;
	uint32_t nfiles, ngroups;
	uint32_t lost; /* functions, variables, types, … that did not fit */
	uint32_t main_file;
	char modules[HD_LAYOUT_MODULES][HD_LAYOUT_PATH];
	struct hd_layout_function
	    functions[HD_LAYOUT_FUNCTIONS]; /* [1 … nfunctions], by module and address   */
	struct hd_layout_variable variables[HD_LAYOUT_VARIABLES]; /* likewise */
	struct hd_layout_type types[HD_LAYOUT_TYPES];
	struct hd_layout_field fields[HD_LAYOUT_FIELDS];
	uint32_t refs[HD_LAYOUT_REFS];
};

/* The function or variable of a module that holds the offset; 0: none. */
uint32_t hd_layout_function_at(const struct hd_layout *l, unsigned module, uint64_t offset);
uint32_t hd_layout_variable_at(const struct hd_layout *l, unsigned module, uint64_t offset);
/* The field of a type that holds the offset, NULL: none. */
const struct hd_layout_field *hd_layout_field_at(const struct hd_layout *l, uint32_t type, uint64_t offset);
/* The function has a parameter that points to the type. */
bool hd_layout_takes(const struct hd_layout *l, uint32_t function, uint32_t type);
/* The type of a block of `size` bytes that a function allocates, by the types that it mentions: one that fits
 * exactly, or else one of which there may be several in it; 0: nothing fits. */
uint32_t hd_layout_type_for(const struct hd_layout *l, uint32_t function, uint64_t size, bool exactly);
