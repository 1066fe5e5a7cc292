/* SPDX-License-Identifier: Apache-2.0
 *
 * For dlsym(), which is written in the processor's language (arch/dlsym_x86_64.S). */
#pragma once

#include <stdint.h>

/* What the program's code at pc is to find under the name. NULL: libc's own answer. */
void *hd_dlsym_answer(void *handle, const char *name, uintptr_t pc) __attribute__((visibility("hidden")));
