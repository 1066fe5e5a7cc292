/* SPDX-License-Identifier: Apache-2.0
 *
 * The system call clone. */
#pragma once

#include <stdint.h>

/* Returns as the kernel does. */
long hd_syscall_clone(const long *args, uint32_t site);
