/* SPDX-License-Identifier: Apache-2.0
 *
 * Types, as far as they are needed to say which member or element an address is. */
#pragma once

#include <stdio.h>

#include "symbol/module_state.h"

/* The type of a variable, member or array element without its typedefs and qualifiers. */
bool hd_type_of(Dwarf_Die *die, Dwarf_Die *type);
uint64_t hd_type_size(Dwarf_Die *type);
/* Where in its structure a member or base class is; false: that is known only at run time. */
bool hd_member_offset(Dwarf_Die *member, uint64_t *offset);
/* Write which part of something of this type the `size` bytes at `offset` are: `.slots[3].next`. */
void hd_type_part(FILE *out, Dwarf_Die *type, uint64_t offset, uint64_t size);
