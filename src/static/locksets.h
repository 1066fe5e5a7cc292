/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of locks, each kept once and known by a number. A lock is known by the place it is at, if there is one
 * such place in the program, or by the way the code says its address: then it is the same lock only where
 * that value is the same. */
#pragma once

#include "static/facts/facts.h"

#define HD_MOST_HELD 12		/* further locks are left out: then less is protected */
#define HD_ALL_LOCKS UINT32_MAX /* before anything is known: the set of all */
#define HD_NO_LOCKS  0u

struct hd_lock {
	struct hd_cell cell; /* settled */
	struct hd_root root; /* value HD_NIL: the cell is a single place */
	bool shared;	     /* held for reading */
};

struct hd_lockset {
	uint32_t n, lock[HD_MOST_HELD]; /* in ascending order */
};

struct hd_locksets {
	struct hd_lock *locks;
	struct hd_lockset *sets;
	size_t nlocks, locks_cap, nsets, sets_cap;
	uint32_t *table; /* a hash table of sets: number + 1 */
	size_t table_cap;
};

void hd_locksets_init(struct hd_locksets *s);
void hd_locksets_term(struct hd_locksets *s);

/* The number of this lock. */
uint32_t hd_locksets_lock(struct hd_locksets *s, struct hd_lock lock);
uint32_t hd_locksets_with(struct hd_locksets *s, uint32_t set, uint32_t lock);
uint32_t hd_locksets_common(struct hd_locksets *s, uint32_t a, uint32_t b);
/* The set without the locks for which gone() is true. */
uint32_t hd_locksets_without(struct hd_locksets *s, uint32_t set,
			     bool (*gone)(const struct hd_lock *lock, const void *context),
			     const void *context);
