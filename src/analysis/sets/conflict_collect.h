/* SPDX-License-Identifier: Apache-2.0
 *
 * Which units of work the conflict graph remembers. A new cycle needs a new edge, which ends at a unit under
 * way; so only what units under way lead to can ever be part of one. */
#pragma once

#include "analysis/sets/conflict_state.h"

/* A new unit; others are forgotten if that is the only way to find room for it. NULL: no memory. */
struct hd_work *hd_conflict_new_work(struct hd_conflict *c);
/* The unit is over. It goes, if it can, and then all that were kept for its sake. */
void hd_conflict_release(struct hd_conflict *c, struct hd_work *w);
/* Forget the unit in any case. */
void hd_conflict_remove(struct hd_conflict *c, struct hd_work *w);
/* Reuse the set's memory if the set is gone and no unit refers to it any more. */
void hd_conflict_set_unused(struct hd_conflict *c, struct hd_conflict_set *s);
