/* SPDX-License-Identifier: Apache-2.0
 *
 * Which function of a library a call is for: it goes by way of a stub, which jumps to an address that the
 * dynamic linker fills in. Private to this folder. */
#pragma once

#include <gelf.h>

#include "symbol/module_state.h"

/* The bytes of [lo, hi) in the file, and between which addresses there is code around them; or NULL. */
const unsigned char *hd_code_bytes(struct hd_symbol_module *m, uint64_t lo, uint64_t hi, GElf_Phdr *segment);
/* The name of what a call to `target` is for, a stub or a function of the module itself; NULL: not known. */
const char *hd_symbols_callee(struct hd_symbol_module *m, uint64_t target);
