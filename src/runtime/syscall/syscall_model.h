/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that do not come through a function of libc: by syscall(), or by an instruction in the
 * program or in a library. What libc's function for the same call would do under control happens here too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Carry out a system call of the running thread; pc is where it goes on. Six arguments. The result is the
 * kernel's: minus the number of an error; errno may have changed. */
long hd_syscall_model(long number, const long *args, uintptr_t pc);

/* The calls whose libc function takes something else than the kernel. False: not one of these. */
bool hd_syscall_convert(long number, const long *args, uint32_t site, long *result);

/* What a function of libc returned, as the kernel would say it. */
long hd_kernel_result(long result);

/* The system call clone, as the kernel returns. */
long hd_syscall_clone(const long *args, uint32_t site);
