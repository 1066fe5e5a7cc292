/* SPDX-License-Identifier: Apache-2.0
 *
 * Structures, for a layout: numbered, each once even if many files declare it, with the members of their
 * members. */
#pragma once

#include "symbol/layout_names.h"
#include "symbol/module_state.h"

/* What DW_AT_type of the die refers to, as it is declared. */
bool hd_layout_declared(Dwarf_Die *die, Dwarf_Die *declared);
/* The type of an array's elements, and how many there are; false: it is no array. */
bool hd_layout_array(Dwarf_Die *declared, Dwarf_Die *element, uint64_t *count);
/* The number of the structure that a variable, parameter or member is, given what DW_AT_type
 * refers to; 0: it is none. */
uint32_t hd_layout_struct(const struct hd_layout_work *w, Dwarf_Die *declared);
/* … or that it points to, by a pointer or a reference. */
uint32_t hd_layout_pointee(const struct hd_layout_work *w, Dwarf_Die *declared);
/* Types that members of the structure point to: calls add() for each. */
void hd_layout_reached(const struct hd_layout_work *w, Dwarf_Die *declared,
		       void (*add)(void *to, uint32_t type), void *to);
