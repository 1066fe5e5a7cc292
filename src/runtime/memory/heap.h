/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's heap: deterministic, at a fixed address, with a shadow byte for every 8 bytes so that
 * misuse is caught at the access. It serves all allocations of the process from its first one on (also
 * those of libc), and is put back to its state at the snapshot by hd_heap_reset().
 *
 * Shadow byte: 0 never handed out, red zone, or a part of a large block that was not touched yet (the slow
 * path knows), 1-7 only the first n bytes are valid, 8 all valid, HD_SHADOW_FREED freed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/own.h"
#include "model/plan.h"
#include "wire/wire.h"

#define HD_SHADOW_FREED 0xfd

extern HD_OWN char *hd_heap_base;	     /* first address of the heap's reservation                   */
extern HD_OWN size_t hd_heap_reserved;	     /* bytes reserved                                            */
extern HD_OWN unsigned char *hd_heap_shadow; /* indexed by (address - base) >> 3                        */

/* Reserve the address range. Called once, at the first allocation of a controlled process. */
void hd_heap_init(void);

/* NULL when there is no room. The memory is zero if it was never used in this run; *fresh says so. */
void *hd_heap_alloc(size_t size, size_t align, uint32_t site, bool *fresh);
/* The plan's heap mode decides whether freed memory is quarantined or reused. p must have passed
 * hd_heap_check_free(). */
void hd_heap_free(void *p, uint32_t site);
/* HD_OUT_NONE: p is the start of a live block; else DOUBLE_FREE or INVALID_FREE. */
enum hd_outcome hd_heap_check_free(const void *p);
size_t hd_heap_usable_size(const void *p);
/* Bytes in blocks that are not freed. */
size_t hd_heap_live(void);

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

/* The heap as it is now is what hd_heap_reset() goes back to. The copy lives outside of the heap.
 * Returns the bytes that a reset has to copy back. */
size_t hd_heap_snapshot(void);
void hd_heap_reset(enum hd_heap_mode mode_of_next_run);
