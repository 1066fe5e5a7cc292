/* SPDX-License-Identifier: Apache-2.0
 *
 * What is where in a module: one walk over the debug information. The tables are ours because clang writes no
 * .debug_aranges, no compiler writes a table of variables, and a lambda's code is described inside of a
 * function that does not contain it. */
#pragma once

#include "symbol/module_state.h"

/* Fill units, functions and variables. */
void hd_module_index(struct hd_symbol_module *m);
/* The last entry that begins at or before addr and reaches beyond it, or NULL. */
struct hd_unit *hd_unit_at(struct hd_symbol_module *m, Dwarf_Addr addr);
struct hd_entity *hd_entity_at(const struct hd_entities *e, Dwarf_Addr addr);
/* What is directly around a declaration, NULL: it is not known. */
const Dwarf_Die *hd_parent_of(const struct hd_symbol_module *m, const Dwarf_Die *die);
