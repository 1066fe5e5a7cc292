/* SPDX-License-Identifier: Apache-2.0
 *
 * Which read saw which write: for each location the sites that wrote and read it, over all runs, and the last
 * write in this run. A pair of a writing and a reading site is what an iRoot of idiom 1 is; here also a read
 * that sees what was there before the run (site 0), because a run can be driven to that, too. A lock counts
 * as read and written by whoever takes it, so that the order of critical sections is seen as well. */
#pragma once

#include "strategy/access_counts.h"
#include "strategy/strategy.h"

#define HD_READS_FROM_PLACES 1024 /* powers of two */
#define HD_READS_FROM_PAIRS  4096
#define HD_READS_FROM_SITES  4 /* of a place that are known, of each kind: the first ones */
#define HD_READS_FROM_START  0u

struct hd_reads_from_site {
	uint32_t site;
	uint32_t times; /* in the run in which the place was touched last */
};

struct hd_reads_from_place {
	uint64_t addr;
	uint32_t run;  /* in which it was touched last */
	uint32_t last; /* the site of the last write in that run; HD_READS_FROM_START: none */
	hd_tid first;  /* the thread that touched it first in that run */
	bool shared;   /* in some run two threads touched it and one of them changed it */
	uint8_t nwrites, nreads;
	struct hd_reads_from_site writes[HD_READS_FROM_SITES], reads[HD_READS_FROM_SITES];
};

struct hd_reads_from {
	uint32_t run;
	uint32_t nshared;
	uint16_t shared[HD_READS_FROM_PLACES]; /* the places that are */
	struct hd_reads_from_place places[HD_READS_FROM_PLACES];
	struct {
		uint64_t key;
		uint32_t run; /* in which it was seen last */
	} pairs[HD_READS_FROM_PAIRS];
	uint64_t signature; /* of the pairs of this run; which ones they are decides, not their order */
	bool fresh;	    /* this run has shown a pair that no run before had                      */
};

static inline bool hd_reads_from_writes(const struct hd_op *op)
{
	return hd_event_flags[op->kind] & HD_F_WRITE;
}

/* Everything but a plain store also depends on what was there. */
static inline bool hd_reads_from_reads(const struct hd_op *op)
{
	return op->kind != HD_WRITE && op->kind != HD_ATOMIC_STORE;
}

void hd_reads_from_begin(struct hd_reads_from *f);
/* An operation that hd_access_counts_matters() is about to be performed. */
void hd_reads_from_note(struct hd_reads_from *f, hd_tid tid, const struct hd_op *op);
/* The site of the last write there in this run, or HD_READS_FROM_START. */
uint32_t hd_reads_from_last(const struct hd_reads_from *f, uint64_t addr);
