/* SPDX-License-Identifier: Apache-2.0
 *
 * Which locks are held for certain where: a flow of sets of locks through all functions. */
#pragma once

#include "static/locksets.h"
#include "static/thread_kinds.h"

struct hd_held_set {
	struct hd_locksets locksets;
	uint32_t *at; /* of each act: the set that is held when it happens */
};

void hd_held_find(struct hd_held_set *h, const struct hd_threads *t);
void hd_held_term(struct hd_held_set *h);

/* Both acts are done with the same lock held, and not for reading by both. */
bool hd_held_excludes(const struct hd_held_set *h, uint32_t a, uint32_t b);
/* Both are done with a lock held that is as far from what is accessed: if that is the same, so is the lock.
 */
bool hd_held_is_disjoint(const struct hd_held_set *h, const struct hd_threads *t, uint32_t a, uint32_t b);
