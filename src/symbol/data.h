/* SPDX-License-Identifier: Apache-2.0
 *
 * From an address in the data to a variable and the part of it; without debug information to a symbol. */
#pragma once

#include "symbol/module_state.h"

/* Malloc'ed or NULL. */
char *hd_module_data(struct hd_symbol_module *m, Dwarf_Addr addr, uint64_t size);
