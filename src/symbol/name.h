/* SPDX-License-Identifier: Apache-2.0
 *
 * Qualified names of functions and variables, put together from the scopes of their declaration. */
#pragma once

#include "symbol/module_state.h"

/* From a definition or an inlined copy to the declaration, which is where the scopes are. */
void hd_to_declaration(Dwarf_Die *die);
/* The name with its namespaces and classes, malloc'ed, or NULL. */
char *hd_die_name(const struct hd_symbol_module *m, const Dwarf_Die *die);
