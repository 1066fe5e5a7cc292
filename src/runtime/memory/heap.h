/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's heap: deterministic, at a fixed address, with a shadow byte for every 8 bytes so that
 * misuse is caught at the access. It serves all allocations of the process from its first one on (also
 * those of libc), and is put back to its state at the snapshot by hd_heap_reset() (heap_reset.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/outcome.h"
#include "runtime/memory/heap_check.h"

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
