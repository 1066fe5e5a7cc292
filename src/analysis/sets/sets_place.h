/* SPDX-License-Identifier: Apache-2.0
 *
 * From addresses to blocks, objects and locations of sets. */
#pragma once

#include "analysis/sets/sets_state.h"

struct hd_sets_block *hd_sets_block_at(struct hd_sets *s, uint64_t addr);
void hd_sets_new_block(struct hd_sets *s, hd_tid t, uint64_t lo, uint64_t size, uint32_t alloc_site);
void hd_sets_gone(struct hd_sets *s, uint64_t lo);
/* Local variables of its activations from this depth on: they are over. */
void hd_sets_locals_gone(struct hd_sets *s, struct hd_sets_thread *t, uint32_t depth);
/* The location at an address, and what is known of the thread that comes to it. NULL: no memory, or nothing
 * known. */
struct hd_sets_leaf *hd_sets_leaf_for(struct hd_sets *s, const struct hd_sets_thread *t, uint64_t addr,
				      uint64_t size);
