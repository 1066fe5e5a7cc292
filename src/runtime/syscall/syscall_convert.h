/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that libc has in another form. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The calls whose libc function takes something else than the kernel. False: not one of these. */
bool hd_syscall_convert(long number, const long *args, uint32_t site, long *result);
