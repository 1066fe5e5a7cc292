/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for what an analysis knows of one run: handed out in order, given back all at once. It is not
 * cleared for the next run, so whoever takes some sets it up. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_arena {
	char *base;
	size_t size, used;
	bool full; /* something did not fit: what is known of the run from here on is not whole */
};

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
		return NULL;
	}
	a->used += size;
	return at;
}
