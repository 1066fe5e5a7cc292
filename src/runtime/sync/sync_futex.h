/* SPDX-License-Identifier: Apache-2.0
 *
 * Futexes, as programs and libraries use them directly. Results are the kernel's: what the call returns, or
 * minus an error number. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Before the first run: the processes of a run share what is known of sleepers. */
void hd_futex_share(void);

/* futex(2), with its six arguments. */
long hd_futex(const long *args, uint32_t site);
/* futex_waitv(2), with its five. */
long hd_futex_waitv(const long *args, uint32_t site);
