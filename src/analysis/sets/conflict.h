/* SPDX-License-Identifier: Apache-2.0
 *
 * Is a run serializable, one atomic set at a time? After Sumner, Hammer and Dolby (Marathon, RV 2011): units
 * of work are the nodes of a graph, and an edge u -> v says that v read what u wrote, or overwrote what u
 * wrote or read. The run is serializable iff the graph has no cycle. A unit that is over and that no unit
 * under way leads to will never be part of a cycle, and is forgotten at once; so the graph is as large as
 * what goes on at a time.
 *
 * All cycles are told, once for each sequence of functions. In the same go the units that are on a cycle are
 * compared, two at a time, with the eleven patterns of pattern_search.h. */
#pragma once

#include "analysis/sets/conflict_state.h"

/* A new run; the caller has begun the arena. */
void hd_conflict_begin(struct hd_conflict *c);
void hd_conflict_see(struct hd_conflict *c, const struct hd_unit_access *a);
/* hd_conflict_see() would change nothing: the unit did the same before, and no other unit came in between. */
bool hd_conflict_knows(struct hd_conflict *c, const struct hd_unit_access *a);
/* The unit is over. */
void hd_conflict_unit_end(struct hd_conflict *c, hd_tid t, uint64_t unit);
/* The set's memory is given back: no unit will touch the set again. */
void hd_conflict_set_gone(struct hd_conflict *c, uint64_t set);
