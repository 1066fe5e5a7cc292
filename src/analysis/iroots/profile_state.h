/* SPDX-License-Identifier: Apache-2.0
 *
 * What the prediction of iRoots (profile.h) knows of a run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/iroots/byte_cells.h"
#include "analysis/iroots/feasible.h"
#include "analysis/iroots/predict.h"
#include "analysis/iroots/profile_op.h"
#include "analysis/iroots/role.h"
#include "analysis/order.h"
#include "model/iroot.h"

#define HD_PROFILE_HISTORY   12 /* operations of a thread at a location that are kept */
#define HD_PROFILE_SAME_SITE 3	/* … at one site */
#define HD_PROFILE_OPEN	     4	/* … so many times as long as their critical sections are not over */
#define HD_PROFILE_MEMORY    (64UL << 20)
#define HD_PROFILE_POINTERS  16 /* the last ones that a thread has read */

struct hd_profile_pointer {
	uint64_t value, end; /* of what it points to, as far as that is known */
	struct hd_profile_source source;
};

struct hd_profile_thread {
	uint32_t run, ops, pos;
	bool joined;
	struct hd_section *last;
	struct hd_section *held[HD_LOCKS_KNOWN];
	unsigned nheld;
	const struct hd_locks *locks;  /* the same, as points have it; NULL: to be made anew */
	const struct hd_vclock *clock; /* a copy of the weak one */
	uint32_t clock_epoch;	       /* … as of then */
	struct hd_profile_op *takes;   /* an operation that is about to take a lock */
	struct hd_profile_op *gives;   /* … or to give it back */
	struct hd_profile_pointer pointers[HD_PROFILE_POINTERS];
	unsigned npointers;
};

struct hd_profile {
	struct hd_order *order;
	struct hd_arena *arena;
	/* The pointer to a heap block that is there, and where that block ends; 0: it is none. NULL: not to
	 * be asked. */
	uint64_t (*pointer_at)(uint64_t addr, uint64_t *end);
	uint32_t run;
	uint32_t when;			   /* the step that is under way: set by the code that feeds it */
	uint64_t used;			   /* memory of this run */
	unsigned nthreads;		   /* one more than the highest id */
	struct hd_profile_thread *threads; /* by id, HD_MAX_THREADS, zero when first used */
	struct hd_byte_cells cells;	   /* of struct hd_profile_place */
	uint32_t divided;		   /* places, so far */
	struct hd_profile_op *unused;
	struct hd_predict predict;
};
