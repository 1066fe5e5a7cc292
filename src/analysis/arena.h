/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for what an analysis knows of one run: handed out in order, given back all at once. It is not
 * cleared for the next run, so the code that takes some has to initialise it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/capacity.h"

struct hd_arena {
	char *base;
	size_t size, used;
	bool full;	      /* something did not fit: what is known of the run from here on is not whole */
	uint64_t tables_full; /* HD_FULL_BIT: tables in which something did not fit, in any run */
	const uint32_t *most; /* entries of each table; NULL: as model/capacity.def says */
};

static inline uint32_t hd_arena_table_most(const struct hd_arena *a, enum hd_capacity table)
{
	return a->most ? a->most[table] : hd_capacities[table].most;
}

/* A table of an analysis holds `used` entries and is to take one more. True: it is full, and a->tables_full
 * says so from now on. */
static inline bool hd_arena_table_full(struct hd_arena *a, enum hd_capacity table, uint64_t used)
{
	if (used < hd_arena_table_most(a, table))
		return false;
	a->tables_full |= HD_FULL_BIT(table);
	return true;
}

static inline void hd_arena_begin(struct hd_arena *a)
{
	a->used = 0;
	a->full = false;
}

/* NULL when there is no room. */
static inline void *hd_arena_take(struct hd_arena *a, size_t size)
{
	void *at = a->base + a->used;

	size = (size + 15) & ~(size_t)15;
	if (size > a->size - a->used) {
		a->full = true;
		a->tables_full |= HD_FULL_BIT(HD_FULL_ANALYSIS_MEMORY);
		return NULL;
	}
	a->used += size;
	return at;
}
