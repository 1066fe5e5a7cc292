/* SPDX-License-Identifier: Apache-2.0
 *
 * Which violations of atomic sets could have happened and did not? After Lai, Cheung and Chan (AssetFuzzer,
 * ICSE 2010), phase I: of two units u and v of two threads, on one set, accesses that could come in the order
 * of one of the eleven patterns (model/sets/pattern.h) are a potential violation, when
 *
 *   - nothing but locks orders them otherwise (the weak order of order.h), and
 *   - locks leave room for it: u lets go, between its two accesses, of what v holds at its own.
 *
 * We differ: theirs looks at locks that all four accesses hold, ours at whether the two units can be
 * interleaved like that at all, with every lock that they take on the way. That is never more, and sometimes
 * less, than their formula allows.
 *
 * Kept with it is the vulnerable window's lockset: the locks that u holds at its first access and v needs. */
#pragma once

#include "analysis/sets/potential_state.h"

void hd_potential_begin(struct hd_potential *p);
void hd_potential_see(struct hd_potential *p, const struct hd_unit_access *a);
void hd_potential_locked(struct hd_potential *p, hd_tid t, const struct hd_potential_lock *lock);
void hd_potential_unlocked(struct hd_potential *p, hd_tid t, uint64_t lock);
void hd_potential_unit_end(struct hd_potential *p, hd_tid t, uint64_t unit);
/* The run is over: tells what could have happened. */
void hd_potential_end(struct hd_potential *p);
