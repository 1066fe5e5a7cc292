/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the functions of a loaded module begin and end, from the table by which exceptions are unwound. */
#pragma once

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_function {
	uintptr_t lo, hi;
	bool gap;   /* code between two functions that the table does not describe, or padding */
	uint8_t is; /* for the caller to use */
};

/* How many entries hd_module_functions() may need at most; 0: the module has no such table. */
size_t hd_module_functions_max(const struct dl_phdr_info *module);
/* Fill in the functions and the gaps between them, in the order of their addresses. Gives their number. */
size_t hd_module_functions(const struct dl_phdr_info *module, struct hd_function *out);
/* The one of `n` functions, in the order of their addresses, that this address belongs to; NULL: there is
 * none. */
struct hd_function *hd_function_at(struct hd_function *functions, size_t n, uintptr_t address);
