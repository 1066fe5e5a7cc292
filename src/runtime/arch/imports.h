/* SPDX-License-Identifier: Apache-2.0
 *
 * What a module takes from others: the entries of its import tables. */
#pragma once

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

struct hd_import {
	uintptr_t slot; /* what the loader fills in */
	const char *name;
	bool is_function; /* the slot is called through, or holds the address of a function */
};

/* Call visit(import, context) for each import of the module, until it says true. True: it did. */
bool hd_module_each_import(const struct dl_phdr_info *module,
			   bool (*visit)(const struct hd_import *, void *context), void *context);
/* The module imports something of this name. */
bool hd_module_imports(const struct dl_phdr_info *module, const char *name);
