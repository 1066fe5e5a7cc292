/* SPDX-License-Identifier: Apache-2.0
 *
 * Synchronisation inside the rebuilt program and its rebuilt libraries that the runtime does not see: inline
 * assembler, and objects that were compiled without heddle-cc and linked in. The compilers turn each atomic
 * of the language into a call of the runtime, so an atomic instruction in such a module is one that the
 * runtime does not see; and code that uses memory without telling the runtime is code that was not rebuilt.
 *
 * Functions like these are *unseen*, also those that call them and tell the runtime of no access. A function
 * that tells of accesses and holds an atomic instruction or calls an unseen function is *mixed*: between any
 * two of its events it may have synchronised. That counts as a call into a library that was not rebuilt: see
 * foreign.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

extern HD_OWN unsigned hd_unseen_count; /* of functions of both kinds in the modules that are loaded */

/* Look at the modules that were loaded since the last call. */
void hd_unseen_look(void);
bool hd_unseen_code_slow(uintptr_t pc);
bool hd_unseen_mixed_slow(uintptr_t pc);

/* The code is of an unseen function. */
static inline bool hd_unseen_code(uintptr_t pc)
{
	return __builtin_expect(hd_unseen_count, 0) && hd_unseen_code_slow(pc);
}

/* The code is of a mixed function, or of an unseen one that tells the runtime at least that it was called. */
static inline bool hd_unseen_mixed(uintptr_t pc)
{
	return __builtin_expect(hd_unseen_count, 0) && hd_unseen_mixed_slow(pc);
}
