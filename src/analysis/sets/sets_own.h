/* SPDX-License-Identifier: Apache-2.0
 *
 * Owned memory: what is reached only through an object belongs to it, and its data is in that object's set.
 * The owner is where the thread has just read the pointer. It is settled before the first access that counts
 * and stays for the run; objects of a kind that turns out to be reached by other ways have no owner from the
 * next run on. A block with a lock of its own is an object in its own right. */
#pragma once

#include "analysis/sets/sets_state.h"

/* Find out what the object belongs to, before its first access that counts. */
void hd_settle_owner(struct hd_sets *s, struct hd_sets_thread *t, struct hd_sets_object *o,
		     const struct hd_sets_block *b);
/* The unit touches the object; has it come through its owner? */
void hd_check_owner(struct hd_sets *s, struct hd_sets_frame *unit, const struct hd_sets_object *o,
		    uint32_t set);
