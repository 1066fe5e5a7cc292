/* SPDX-License-Identifier: Apache-2.0
 *
 * The stubs through which the program calls libraries that were not rebuilt: see foreign.h. */
#pragma once

#include "runtime/observe/foreign.h"

/* Find the libraries that are loaded now, and make the import tables lead to the stubs. To be called before
 * the snapshot, and after dlopen(). */
void hd_foreign_look(void);
/* The stub of the function that dlsym() has found; NULL: it is no function of such a library. */
void *hd_foreign_symbol(void *found);
