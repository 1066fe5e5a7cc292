/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic sets and units of work, inferred while a run goes on (Marathon's rules, for C; docs/atomic-sets.md):
 * for each access that counts it tells which location of which set it is and to which unit it belongs.
 *
 *   object   a global variable or a heap block; each element of an array of structures is one of its own
 *   set      an object's data and that of what it owns; or what declarations say
 *   unit     the outermost activation on the stack of a function that is an operation on the object, or else
 *            of the one that touches it
 *
 * Accesses count from the moment that an object is shared: a thread other than the one that allocated it has
 * come to it. What functions and kinds of objects are like is learnt over runs (model/sets/inferred.h). */
#pragma once

#include "analysis/sets/sets_state.h"

/* A new run; the arena has begun anew. */
void hd_sets_begin(struct hd_sets *s);

void hd_sets_locked(struct hd_sets *s, hd_tid t, uint64_t lock);

void hd_sets_access(struct hd_sets *s, hd_tid t, uint64_t addr, uint64_t size, bool write, uint32_t site);
/* Atomics are no ordinary data: what they touch is in no set. */
void hd_sets_atomic(struct hd_sets *s, hd_tid t, uint64_t addr, uint64_t size);
