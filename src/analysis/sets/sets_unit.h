/* SPDX-License-Identifier: Apache-2.0
 *
 * Which activation on a call stack is the unit of work for an object. */
#pragma once

#include "analysis/sets/sets_state.h"

/* A function begins, as the stack's frame number `depth` (from 0), called from `caller`; frames from there on
 * have ended. */
void hd_sets_enter(struct hd_sets *s, hd_tid t, uint32_t depth, uint32_t function, uint64_t caller);
/* The stack has `depth` frames left. */
void hd_sets_leave(struct hd_sets *s, hd_tid t, uint32_t depth);
/* The thread synchronises in some other way, on the object at addr if it is a lock. */
void hd_sets_sync(struct hd_sets *s, hd_tid t);
/* The unit of this activation is over, and it goes on as another one. */
void hd_sets_begin_again(struct hd_sets *s, hd_tid tid, struct hd_sets_frame *f);
/* The thread waits for others, at `site`: a unit that is under way goes on as another one. */
void hd_sets_split(struct hd_sets *s, hd_tid t, uint32_t site);
/* The function is declared to be a unit on the object. */
bool hd_unit_is_declared(const struct hd_sets *s, uint32_t function, const struct hd_sets_object *o);
/* Which frame of the stack is the unit; -1: no frame is, the access is a unit by itself. */
int hd_unit_frame(struct hd_sets *s, struct hd_sets_thread *t, const struct hd_sets_object *o,
		  enum hd_unit_why *why);
