/* SPDX-License-Identifier: Apache-2.0
 *
 * Locations by byte ranges. Accesses of different size and start overlap, so memory is divided into cells:
 * bytes that every access so far touched all or none of. Most memory is always accessed in the same way, and
 * then a cell is what the accesses touch. A new access that touches a part of a cell only divides it, and
 * what was known of the whole is known of both parts.
 *
 * Cells are found at once where an access is like an earlier one, and otherwise by a skip list in the order
 * of their addresses. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "base/buckets.h"

#define HD_BYTE_CELL_BUCKETS (1u << 15)
#define HD_BYTE_CELL_LEVELS  12

struct hd_span { /* of bytes */
	uint64_t addr, size;
	uint32_t born; /* when the memory was handed out again; what was there before is another location */
};

static inline bool hd_spans_overlap(const struct hd_span *a, const struct hd_span *b)
{
	return a->addr < b->addr + b->size && b->addr < a->addr + a->size && a->born == b->born;
}

static inline struct hd_span hd_span_of_both(const struct hd_span *a, const struct hd_span *b)
{
	uint64_t from = a->addr > b->addr ? a->addr : b->addr, a_end = a->addr + a->size,
		 b_end = b->addr + b->size;

	return (struct hd_span){
	    .addr = from, .size = (a_end < b_end ? a_end : b_end) - from, .born = a->born};
}

struct hd_byte_cell {
	struct hd_span span;
	void *data; /* the user's; NULL: nothing is known of it */
	struct hd_byte_cell *same_bucket;
	unsigned levels;
	struct hd_byte_cell *next[]; /* by level; next[0] is the next one by address */
};

struct hd_byte_cells {
	struct hd_arena *arena;
	uint32_t run;
	uint32_t born;					/* of the memory that was handed out again last */
	struct hd_bucket buckets[HD_BYTE_CELL_BUCKETS]; /* by address */
	struct hd_byte_cell *first[HD_BYTE_CELL_LEVELS];
	/* A cell was divided: what is to be known of its second part? NULL: there is no room. */
	void *(*divide)(void *to, void *data);
	void *to;
};

/* A new run; the caller has begun the arena. */
void hd_byte_cells_begin(struct hd_byte_cells *c);
/* The first cell of these bytes; it, and those that follow it up to the end, are exactly the bytes. NULL:
 * there is no room. */
struct hd_byte_cell *hd_byte_cells_cover(struct hd_byte_cells *c, uint64_t addr, uint64_t size);
/* The first cell that ends after addr. */
struct hd_byte_cell *hd_byte_cells_find(const struct hd_byte_cells *c, uint64_t addr);
/* The memory is handed out again: what was there is gone. */
void hd_byte_cells_forget(struct hd_byte_cells *c, uint64_t addr, uint64_t size);

/* The cell, if it is before the end. */
static inline struct hd_byte_cell *hd_byte_cell_until(struct hd_byte_cell *x, uint64_t end)
{
	return x && x->span.addr < end ? x : NULL;
}
