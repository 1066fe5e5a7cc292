/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic sets and units of work in a run (analysis/sets/sets.h), for the search for violations: events, as
 * analysis_feed.c reports them, become accesses to locations of sets by units. Only with
 * HD_CHECK_ATOMIC_SETS. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/thread.h"

extern bool hd_units_looks; /* the run under way is looked at */

static inline bool hd_units_on(void)
{
	return __builtin_expect(hd_units_looks, 0);
}

void hd_units_init(void);
/* `look`: the run is watched. */
void hd_units_run_begin(bool look);
void hd_units_run_end(void);

/* Each only if hd_units_on(). `pc` is in the function that begins. */
void hd_units_enter(const struct hd_thread *t, uintptr_t pc, uintptr_t caller);
void hd_units_leave(const struct hd_thread *t);
void hd_units_step(hd_tid t, const struct hd_op *op);
void hd_units_locked(hd_tid t, uint64_t lock);
void hd_units_new_block(uintptr_t addr, size_t size);
void hd_units_gone(uintptr_t addr);
void hd_units_access(const struct hd_thread *t, uintptr_t addr, size_t size, bool write, uint32_t site);
void hd_units_atomic(hd_tid t, uintptr_t addr, size_t size);

/* How many units touched two or more members of sets of this kind (hd_unit_access.kind), in all runs: how
 * sure it is that they belong together. */
unsigned hd_units_evidence(uint64_t kind);
