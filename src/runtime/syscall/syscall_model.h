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
