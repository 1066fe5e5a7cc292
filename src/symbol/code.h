/* SPDX-License-Identifier: Apache-2.0
 *
 * From an address in the code to source lines. Where functions were inlined, one address stands for several
 * frames: the line table names the innermost place, each inlined copy says where it was called. */
#pragma once

#include "symbol/frame.h"
#include "symbol/module_state.h"

#define HD_MAX_SCOPES 16

/* The function and what is inlined around pc, outermost first; addresses are those of the debug information.
 */
unsigned hd_module_scopes(struct hd_symbol_module *m, Dwarf_Addr pc, Dwarf_Die *scopes);
/* Malloc'ed frames whose strings are malloc'ed too. `pc` is inside of the instruction. The first byte of a
 * function, which no call can come from, stands for its return. */
unsigned hd_module_code(struct hd_symbol_module *m, Dwarf_Addr pc, struct hd_source_frame **frames);
/* The same for the function that begins at `start`: one frame or none. */
unsigned hd_module_function(struct hd_symbol_module *m, Dwarf_Addr start, struct hd_source_frame **frames);
