/* SPDX-License-Identifier: Apache-2.0
 *
 * Units of work by critical sections. Data that some critical section uses as a whole belongs together
 * (sets_evidence.h); a function that uses it in several critical sections of the same lock, a part in each,
 * is a unit of work on it, whatever kind of function it is. All other critical sections are units by
 * themselves.
 *
 * A section is told when it ends, and therefore as a whole. Two sections are one unit if
 *
 *   - they are in one activation of a function, or in what it calls, and the second one is further on in it,
 *     so it is not the next turn of a loop;
 *   - the thread has not waited, slept, printed or synchronised otherwise in between;
 *   - each only reads, or each writes all that it uses, at least sometimes; in that case no other function of
 *     the program's was called in between;
 *   - none signals a condition: what others are told to look at is consistent;
 *   - they have no location in common: to look again is to check again;
 *   - they are at different places: to do the same twice is to do it with two things;
 *   - evidence ties them together, and sets none of the first apart from one of the second. */
#pragma once

#include "analysis/sets/sets_state.h"

void hd_section_begin(struct hd_sets *s, hd_tid tid, uint64_t lock, uint32_t site);
/* `waits`: for a condition, and takes the lock again. */
void hd_section_end(struct hd_sets *s, hd_tid tid, uint64_t lock, bool waits);
/* The thread does something that is neither an access nor about locks; `signals`: tells others to look. */
void hd_section_interrupt(struct hd_sets *s, hd_tid tid, bool signals);

/* For sets.c and sets_unit.c: what the thread t does, as soon as it has locked anything. */
void hd_section_access(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, uint32_t site);
void hd_section_use(struct hd_sets *s, hd_tid tid, const struct hd_sets_thread *t, struct hd_sets_leaf *l,
		    const struct hd_unit_access *a);
void hd_section_call(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, uint32_t depth,
		     uint32_t function, uint64_t caller);
/* The innermost frame is about to end. */
void hd_section_return(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t);

/* The critical section that an access to the object is in: a number, 0: none. */
uint32_t hd_section_now(const struct hd_sets_thread *t, const struct hd_sets_object *o);
/* The thread is in it. */
bool hd_section_is_held(const struct hd_sets_thread *t, uint32_t number);
/* Learn which of the locks in the object is the one of this member. */
void hd_section_guard(struct hd_sets *s, const struct hd_sets_thread *t, const struct hd_sets_leaf *l);
/* What the lock guards of the object (NULL: of variables), as far as it is the declared set. */
struct hd_sets_guarded *hd_section_set(struct hd_sets *s, uint64_t lock, struct hd_sets_object *root,
				       unsigned declared);
