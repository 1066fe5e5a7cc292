/* SPDX-License-Identifier: Apache-2.0
 *
 * Which iRoots (idiom.h) could a program expose that this run did not? For each location it keeps what each
 * thread did there: site, weak clock (order.h), and the locks held, each with whether the operation was the
 * first or the last one on the location in that critical section. B => A is predicted for operations of two
 * threads when
 *
 *   1. nothing but locks orders A before B, and
 *   2. for each lock that both held, B was the last and A the first one in their critical sections: only then
 * can one section follow the other with nothing on the location in between.
 *
 * Two predictions between the same threads, close to each other in both, make the compound idioms; one that a
 * lock held over both parts of a thread makes impossible is left out. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/order.h"
#include "model/iroot.h"

#define HD_PROFILE_LOCKS   6   /* locks of an operation that are remembered */
#define HD_PROFILE_HISTORY 6   /* operations of a thread at a location       */
#define HD_PROFILE_PAIRS   256 /* predicted dependencies of a run that are joined to compound idioms */
#define HD_PROFILE_BUCKETS (1u << 12)

struct hd_profile_lock {
	uint64_t lock;
	uint32_t section; /* which of the thread's critical sections */
	uint32_t when;	  /* it was taken: see hd_profile.when        */
	bool shared, first, last;
};

struct hd_profile_op {
	uint64_t addr;
	uint32_t site, index; /* index: among the operations of its thread */
	hd_tid tid;
	uint8_t kind, nlocks;
	uint32_t time; /* of the thread, on its weak clock */
	uint32_t when; /* see hd_profile.when */
	struct hd_vclock clock;
	struct hd_profile_lock locks[HD_PROFILE_LOCKS];
	struct hd_profile_op *next;	 /* older one of the same thread and location */
	struct hd_profile_op *next_open; /* of the same thread: its `last` is not known yet */
};

struct hd_profile_place; /* profile.c */

struct hd_profile_thread {
	uint32_t run, ops, sections;
	struct hd_profile_op *open;
	struct hd_profile_lock held[HD_PROFILE_LOCKS];
	unsigned nheld;
};

struct hd_profile {
	struct hd_order *order;
	struct hd_arena *arena;
	uint32_t run;
	struct hd_profile_thread *threads; /* by id, HD_MAX_THREADS, zero when first used */
	uint32_t bucket_run[HD_PROFILE_BUCKETS];
	struct hd_profile_place *bucket[HD_PROFILE_BUCKETS];
	struct {
		const struct hd_profile_op *from, *to;
	} pairs[HD_PROFILE_PAIRS];
	unsigned npairs;
	uint32_t when; /* place of the step under way in the schedule of the run: set by whoever feeds it */
	/* ops: those of the run that it follows from, in the order of the iRoot. */
	void (*predicted)(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops);
	void *to;
};

void hd_profile_begin(struct hd_profile *p);
/* An access or lock operation is carried out. */
void hd_profile_see(struct hd_profile *p, hd_tid t, const struct hd_op *op);
/* The thread has taken a lock, or gives one back. */
void hd_profile_locked(struct hd_profile *p, hd_tid t, uint64_t lock, bool shared);
void hd_profile_unlocked(struct hd_profile *p, hd_tid t, uint64_t lock);
/* The run is over: what is still open is complete now, and compound idioms are predicted. */
void hd_profile_end(struct hd_profile *p);
