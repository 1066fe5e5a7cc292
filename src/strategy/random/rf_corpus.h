/* SPDX-License-Identifier: Apache-2.0
 *
 * Abstract schedules: sets of constraints, each of which says that a read is to see a certain write, or not
 * to see it. Those whose runs showed a pair of write and read, or a set of such pairs, that was new are kept
 * and varied. */
#pragma once

#include "strategy/random/reads_from.h"

#define HD_RF_CONSTRAINTS 6
#define HD_RF_SCHEDULES	  128
#define HD_RF_SIGNATURES  4096 /* a power of two */

struct hd_rf_constraint {
	uint64_t addr;
	uint32_t read, write;		  /* sites; the write may be HD_READS_FROM_START */
	uint32_t skip_reads, skip_writes; /* so many of them come first */
	bool never;			  /* the read is not to see the write */
};

struct hd_rf_schedule {
	uint32_t n;
	uint64_t signature; /* of the run that it was kept for */
	struct hd_rf_constraint of[HD_RF_CONSTRAINTS];
};

struct hd_rf_corpus {
	uint32_t n;
	struct hd_rf_schedule kept[HD_RF_SCHEDULES];
	uint16_t seen[HD_RF_SIGNATURES]; /* how often a run with such a signature was seen */
};

/* The schedule of the coming run: an earlier one, varied. */
void hd_rf_corpus_draw(const struct hd_rf_corpus *c, const struct hd_reads_from *f, struct hd_rng *rng,
		       struct hd_rf_schedule *out);
/* The run is over. */
void hd_rf_corpus_learn(struct hd_rf_corpus *c, const struct hd_reads_from *f,
			const struct hd_rf_schedule *done, struct hd_rng *rng);
