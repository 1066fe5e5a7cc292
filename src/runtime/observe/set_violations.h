/* SPDX-License-Identifier: Apache-2.0
 *
 * Violations of atomic sets in the run under way. units.c, which knows about sets and units, reports here
 * what happens to them, and violations become findings. */
#pragma once

#include "analysis/order.h"
#include "analysis/sets/unit.h"
#include "runtime/common/thread.h"

void hd_set_violations_init(void);
/* The order of events that is kept for all analyses. */
void hd_set_violations_order(struct hd_order *order);
/* `look`: the run is looked at. */
void hd_set_violations_run_begin(bool look);

/* The access happens now, by the thread that runs. Its `context` and `locks` are filled in here. */
void hd_set_violations_access(const struct hd_unit_access *a);
/* The unit is over: its function has returned, or waits for others. */
void hd_set_violations_unit_end(hd_tid t, uint64_t unit);
/* The set's memory is gone. */
void hd_set_violations_set_gone(uint64_t set);

/* For predictions: locks, each by the thread that runs, and the end of the run. */
void hd_set_violations_locked(const struct hd_thread *t, uint64_t lock, bool shared);
void hd_set_violations_unlocked(hd_tid t, uint64_t lock);
void hd_set_violations_run_end(void);
