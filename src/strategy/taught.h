/* SPDX-License-Identifier: Apache-2.0
 *
 * What one run of a search has taught about the program, for whichever strategy comes next: its threads and
 * who created them, how many decisions it had, which locations and locks were shared, and how often each
 * thread used them. With `auto`, the first run of a worker is observed, and so is each run after which more
 * sites are scheduling points than before. So no strategy is blind in the first run that it gets. */
#pragma once

#include "strategy/access_counts.h"
#include "strategy/strategy.h"

struct hd_taught {
	uint32_t complete;  /* 1: the observed run has ended, and all of this is of that run             */
	uint32_t threads;   /* that it has created, main included                                        */
	uint32_t decisions; /* with more than one thread to choose from                                  */
	uint64_t points;    /* sites that were scheduling points because they are shared                 */
	hd_tid parent[HD_MAX_THREADS];
	struct hd_access_counts counts;
};

/* It is of a run with these scheduling points, so there is nothing more to learn. */
static inline bool hd_taught_is_current(const struct hd_taught *t, uint64_t points)
{
	return t && t->complete && t->points == points;
}

/* A run begins that is to be observed. */
void hd_taught_begin(struct hd_taught *t, uint64_t points);
/* In such a run: these have the meanings of the questions of strategy.h. */
void hd_taught_born(struct hd_taught *t, hd_tid child, hd_tid parent);
void hd_taught_saw(struct hd_taught *t, hd_tid tid, const struct hd_op *op, const struct hd_choice *c);
/* The run has ended in its own way, or has not (it was cut off). */
void hd_taught_end(struct hd_taught *t, enum hd_outcome outcome);
