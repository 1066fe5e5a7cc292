/* SPDX-License-Identifier: Apache-2.0
 *
 * Collects pairs: each pair of places once, with the threads that do it. */
#pragma once

#include "model/static/pairs.h"
#include "static/gates.h"
#include "static/held.h"
#include "static/phases.h"
#include "static/thread_kinds.h"

#define HD_MOST_PAIRS 200000 /* a longer list is of no use; the rest is counted */

struct hd_find {
	struct hd_static_facts *f;
	const struct hd_threads *t;
	const struct hd_held_set *h;
	const struct hd_gates *gates;
	const struct hd_phases *phases;
	unsigned filters; /* HD_FILTER_* that are used */
	bool flow;	  /* also say how threads come from place to place */
};

struct hd_found {
	const struct hd_find *find;
	struct hd_pairs *out;
	uint32_t *place_of; /* of each site of the facts: the place, UINT32_MAX: not yet */
	uint32_t *places;   /* a hash table: number + 1 */
	uint32_t *pairs;    /* another one              */
	size_t places_cap, pairs_cap;
};

void hd_found_begin(struct hd_found *found);
void hd_found_add(struct hd_found *found, enum hd_pair_kind kind, bool must, uint32_t act_a, uint32_t act_b);
/* The place of an act, which is put into the list if it is not there. */
uint32_t hd_found_place(struct hd_found *found, uint32_t act);
/* No more are kept: then they are only counted. */
bool hd_found_is_full(const struct hd_found *found);
/* Bring them in order, and say which threads there are. */
void hd_found_end(struct hd_found *found);
