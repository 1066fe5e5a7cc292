/* SPDX-License-Identifier: Apache-2.0
 *
 * Futexes, as programs and libraries use them directly. */
#pragma once

#include <stdint.h>

/* The system call, with its six arguments: result and errno are the kernel's. */
long hd_futex(const long *args, uint32_t site);
