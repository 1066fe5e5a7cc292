/* SPDX-License-Identifier: Apache-2.0
 *
 * The heap's shadow, and what it says about an access or an address.
 *
 * Shadow byte: 0 never handed out, red zone, or a part of a large block that was not touched yet (the slow
 * path knows), 1-7 only the first n bytes are valid, 8 all valid, HD_SHADOW_FREED freed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "model/outcome.h"
#include "wire/wire.h"

#define HD_SHADOW_FREED 0xfd

extern HD_OWN char *hd_heap_base;	     /* first address of the heap's reservation                   */
extern HD_OWN size_t hd_heap_reserved;	     /* bytes reserved                                            */
extern HD_OWN unsigned char *hd_heap_shadow; /* indexed by (address - base) >> 3                        */

/* HD_OUT_NONE, USE_AFTER_FREE or OVERFLOW for an access to [p, p + n). Addresses outside of the heap are
 * fine. The fast path is inline; `size` is 1 … 16 for ordinary accesses, anything for ranges. */
enum hd_outcome hd_heap_check_slow(uintptr_t p, size_t n);
/* Outside of the heap, or within eight bytes that are all valid: nothing to complain about. */
static inline bool hd_heap_fine(uintptr_t p, size_t n)
{
	uintptr_t off = p - HD_HEAP_ADDRESS;

	return off >= hd_heap_reserved || (hd_heap_shadow[off >> 3] == 8 && (off & 7) + n <= 8);
}

static inline enum hd_outcome hd_heap_check(uintptr_t p, size_t n)
{
	return __builtin_expect(hd_heap_fine(p, n), 1) ? HD_OUT_NONE : hd_heap_check_slow(p, n);
}

/* Describe the block that holds (or is nearest to) p. Returns false if p is not in the heap. For an address
 * before the block the offset is negative, taken as int64_t. */
bool hd_heap_describe(uintptr_t p, struct hd_wire_place *place);

/* ---- for the heap_*.c files alone ---- */

struct hd_block;

/* The block whose slot holds the offset, or the last one before it; NULL: there is none. */
struct hd_block *hd_block_at(size_t offset);

/* Bring the shadow of the whole slot into line with the block's state and size. */
void hd_shadow_paint(const struct hd_block *b);

/* Zero whole pages by giving them back, the rest by writing. */
void hd_zero_pages(char *from, size_t n);
