/* SPDX-License-Identifier: Apache-2.0
 *
 * What a module takes from others. */
#pragma once

#include <elf.h>
#include <link.h>
#include <stdbool.h>

/* How the loader fills in a slot that a call goes through, or that holds the address of a symbol. */
#define HD_RELOCATION_OF_CALL	 R_X86_64_JUMP_SLOT
#define HD_RELOCATION_OF_ADDRESS R_X86_64_GLOB_DAT
#include <stdint.h>

/* A function of this name, of another module, is called or its address taken. */
bool hd_module_imports(const struct dl_phdr_info *module, const char *name);
/* Call visit(slot, context) for each entry of the module's import table that leads to a function whose name
 * starts like this. */
void hd_module_slots(const struct dl_phdr_info *module, const char *start, void (*visit)(uintptr_t, void *),
		     void *context);
