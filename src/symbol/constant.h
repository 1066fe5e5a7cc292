/* SPDX-License-Identifier: Apache-2.0
 *
 * What is in the constant data of a module, which has no names: the texts of a program. */
#pragma once

#include <elfutils/libdwfl.h>

struct hd_symbol_module;

/* The bytes at this address, up to a zero byte; NULL: it is not in constant data, or there is no zero byte.
 * They live as long as the module. */
const char *hd_module_constant(const struct hd_symbol_module *m, Dwarf_Addr addr);
