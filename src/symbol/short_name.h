/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of C++ as a programmer writes them: `std::map<std::string, int>`, without the namespaces, allocators
 * and other default arguments that the library adds. */
#pragma once

#include <stdbool.h>

/* Malloc'ed. A name that is not understood, or needs no change, stays as it is. */
char *hd_short_name(const char *name);
/* The same of the type of a heap block: what the C++ libraries allocate for themselves is called by what it
 * is, "tree node", and `of_library`, if it is not NULL, says so. */
char *hd_short_type(const char *name, bool *of_library);
