/* SPDX-License-Identifier: Apache-2.0
 *
 * The names behind the numbers of a layout. Private to this folder. */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/sets/layout.h"

#define HD_UNNAMED_TYPE "(anonymous " /* how the names of such types begin */

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

struct hd_symbol_module; /* symbol/module_state.h */

struct hd_layout_work { /* what is being filled in */
	struct hd_layout *l;
	struct hd_layout_names *n;
	struct hd_symbol_module *m;
};
