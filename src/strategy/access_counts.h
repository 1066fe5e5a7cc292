/* SPDX-License-Identifier: Apache-2.0
 *
 * What the threads of a run touched, kept until the next run: which locations and locks were shared, and how
 * many operations each thread did on each of them. Addresses are the same from run to run, mostly; where they
 * are not, the next run finds nothing of interest there, and no harm is done.
 *
 * Small programs of tens of operations are the usual case: an operation costs one look into a hash table and
 * four bytes of log, a run one walk over the log. */
#pragma once

#include "strategy/strategy.h"

#define HD_ACCESS_COUNTS_PLACES 4096  /* a power of two                                            */
#define HD_ACCESS_COUNTS_LOG	65536 /* operations of a run that are counted: the first ones      */

struct hd_access_counts_place {
	uint64_t addr;
	uint32_t run; /* in which it was touched last: an entry of another run is free     */
	hd_tid first; /* the thread that touched it first                                  */
	bool written;
	bool shared; /* two threads touched it and one of them changed it                 */
};

struct hd_access_counts_entry {
	uint16_t place;
	hd_tid tid;
};

struct hd_access_counts {
	uint32_t run;
	uint32_t nlog;
	uint32_t nshared;
	uint16_t shared[HD_ACCESS_COUNTS_PLACES];
	struct hd_access_counts_place places[HD_ACCESS_COUNTS_PLACES];
	struct hd_access_counts_entry log[HD_ACCESS_COUNTS_LOG];
};

/* An operation whose place in the order of all operations on its object is worth a decision. Unlocks and the
 * ends of waits are not: they can only follow what their thread did before, and a strategy that holds a
 * thread there would block the threads that wait for it. */
static inline bool hd_access_counts_matters(const struct hd_op *op)
{
	unsigned flags = hd_event_flags[op->kind];

	if (!op->addr || !(flags & (HD_F_ACCESS | HD_F_SYNC)))
		return false;
	switch (op->kind) {
	case HD_UNLOCK:
	case HD_COND_SLEEP:
	case HD_BARRIER_LEAVE:
	case HD_CREATE:
	case HD_JOIN:
	case HD_CANCEL:
		return false;
	default:
		return true;
	}
}

/* Forget the last run. */
void hd_access_counts_begin(struct hd_access_counts *c);
/* All that the other one has. */
void hd_access_counts_copy(struct hd_access_counts *c, const struct hd_access_counts *other);
void hd_access_counts_note(struct hd_access_counts *c, hd_tid tid, const struct hd_op *op);

/* The place of this address is one of n targets. */
static inline bool hd_access_counts_is_target(const uint64_t *targets, uint32_t n, uint64_t addr)
{
	for (uint32_t i = 0; i < n; i++)
		if (targets[i] == addr)
			return true;
	return false;
}

/* Of the last run: another shared place that a thread used soon after a random operation on one of the n
 * targets; -1: none was found. */
int32_t hd_access_counts_nearby(const struct hd_access_counts *c, const uint64_t *targets, uint32_t n,
				struct hd_rng *rng);
