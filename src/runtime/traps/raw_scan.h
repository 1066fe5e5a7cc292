/* SPDX-License-Identifier: Apache-2.0
 *
 * Where system calls may come from. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Look at modules loaded since the last time; true if one of them, not counting libc, its loader and the
 * runtime, has an instruction that looks like a system call. */
bool hd_raw_scan(void);
/* libc's code. */
void hd_raw_libc(uintptr_t *lo, uintptr_t *hi);
/* The path of the first module with such an instruction; NULL: none. */
const char *hd_raw_culprit(void);
bool hd_raw_by_libc(uintptr_t pc);
/* The instruction before pc belongs to the loader, or to what the kernel maps into every process. */
bool hd_raw_by_system(uintptr_t pc);
