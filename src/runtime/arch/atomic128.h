/* SPDX-License-Identifier: Apache-2.0
 *
 * The one instruction for 16-byte atomics. */
#pragma once

#include <stdint.h>

typedef unsigned __int128 hd_u128;

/* Returns what was there. */
static inline hd_u128 hd_compare_and_swap128(volatile hd_u128 *a, hd_u128 expected, hd_u128 v)
{
	uint64_t lo = (uint64_t)expected, hi = (uint64_t)(expected >> 64);

	__asm__ volatile("lock cmpxchg16b %0"
			 : "+m"(*a), "+a"(lo), "+d"(hi)
			 : "b"((uint64_t)v), "c"((uint64_t)(v >> 64))
			 : "cc", "memory");
	return (hd_u128)hi << 64 | lo;
}
