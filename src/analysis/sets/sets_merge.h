/* SPDX-License-Identifier: Apache-2.0
 *
 * Units of work on several sets at once: such a unit is one on their union (Vaziri, Tip, Dolby: `unitfor`).
 * What it does is told a second time, as accesses to a set that is all of them. There a cycle through two of
 * the sets is seen, which neither of them shows alone; it takes two units on both, so others are not told.
 *
 * These are units on several sets:
 *
 *   - one that is declared, on all the objects that it is declared for;
 *   - one of a function that writes two objects in one critical section, so that no other thread sees one
 *     without the other; and one that only reads, on objects of these kinds. Not if some unit writes one
 *     of them without the other: then they have a life of their own.
 *
 * Several sets of one object, which are declared or have a lock each, stay apart. */
#pragma once

#include "analysis/sets/sets_state.h"

/* The unit of the frame makes the access, to a location of the set of object `of`: learns from it, and tells
 * it again if it is one on several sets. `declared`: the user says that it is one on this set. */
void hd_merge_access(struct hd_sets *s, const struct hd_sets_thread *t, struct hd_sets_frame *f,
		     struct hd_sets_leaf *l, const struct hd_sets_object *of, const struct hd_unit_access *a,
		     bool declared);
/* The unit of the frame is over. */
void hd_merge_end(struct hd_sets *s, struct hd_sets_frame *f);
