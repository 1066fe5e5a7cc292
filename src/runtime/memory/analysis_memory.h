/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory that the runtime gives to analyses for one run, and which of their tables were full. */
#pragma once

#include "analysis/arena.h"
#include "runtime/common/full.h"

/* Only the part that is used ever takes up memory. */
static inline struct hd_arena hd_analysis_memory(void)
{
	return (struct hd_arena){.base = hd_aside_alloc(HD_MAX_ANALYSIS_MEMORY),
				 .size = hd_rt.wire->most[HD_FULL_ANALYSIS_MEMORY],
				 .most = hd_rt.wire->most};
}

/* At the end of a run: tell the controller which tables were full. */
static inline void hd_analysis_memory_look(const struct hd_arena *a)
{
	if (a->tables_full)
		hd_full_all(a->tables_full);
}
