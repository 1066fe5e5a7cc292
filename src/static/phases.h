/* SPDX-License-Identifier: Apache-2.0
 *
 * Phases: what lies between two crossings of a barrier. When a barrier is for N threads and there are N that
 * ever come to it, each crossing is one of all of them, and what one of them does after n crossings cannot
 * meet what another does after another number of crossings. */
#pragma once

#include "static/thread_kinds.h"

#define HD_MOST_BARRIERS 4 /* further ones are not used: then there are more pairs than needed */

struct hd_phases {
	unsigned n;
	uint64_t kinds[HD_MOST_BARRIERS]; /* of threads that come to it */
	uint64_t *at[HD_MOST_BARRIERS]; /* of each act: how often its thread may have crossed the barrier, as
					   a set of numbers; the last one: that often or more */
};

void hd_phases_find(struct hd_phases *p, const struct hd_threads *t);
void hd_phases_term(struct hd_phases *p);

/* One of the acts comes before the other in every run, because of a barrier. */
bool hd_phases_order(const struct hd_phases *p, const struct hd_threads *t, uint32_t a, uint32_t b);
