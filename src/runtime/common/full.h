/* SPDX-License-Identifier: Apache-2.0
 *
 * The one way to say that a table is full: see model/capacity.h. */
#pragma once

#include "model/capacity.h"
#include "runtime/common/rt.h"

/* Tell the controller that an entry did not fit into these tables, a set of HD_FULL_BIT. */
static inline void hd_full_all(uint64_t tables)
{
	if ((atomic_load_explicit(&hd_rt.wire->full, memory_order_relaxed) & tables) != tables)
		atomic_fetch_or_explicit(&hd_rt.wire->full, tables, memory_order_relaxed);
}

static inline void hd_full(enum hd_capacity table)
{
	hd_full_all(HD_FULL_BIT(table));
}

/* The table holds `used` entries and is to take one more. True: it cannot, and the controller has been told.
 */
static inline bool hd_is_full(enum hd_capacity table, uint64_t used)
{
	if (__builtin_expect(used < hd_rt.wire->most[table], 1))
		return false;
	hd_full(table);
	return true;
}
