/* SPDX-License-Identifier: Apache-2.0
 *
 * Futexes as locks that inherit priorities. Results are the kernel's: 0, or minus an error number. */
#pragma once

#include <stdint.h>

/* The operations on locks that inherit priorities; `clock` is that of the absolute time. */
long hd_futex_lock_pi(uint32_t *word, const void *time, int clock, uint32_t site);
long hd_futex_trylock_pi(uint32_t *word, uint32_t site);
long hd_futex_unlock_pi(uint32_t *word, uint32_t site);
