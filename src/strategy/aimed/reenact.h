/* SPDX-License-Identifier: Apache-2.0
 *
 * An iRoot was predicted from operations of a run: let that run happen again, but for what stands in the way.
 * All threads do what they did, in the same order (follow.h), so that what the operations need to be reached
 * holds as it did; only the two threads of the iRoot wait for each other:
 *
 *   who comes to the next operation stops there until the thread of the one after it stands there, too, or
 *   cannot get there without him;
 *   who has to come later stops before it, outside of all locks that it will hold there, so that nobody
 *   needs what it has, until the next operation can be carried out;
 *   when nobody else can go, who stops goes on.
 *
 * It fails when an operation would spoil what was done (iroot_progress.h), or when a thread that had to come
 * later has done its operation already. */
#pragma once

#include "strategy/aimed/follow.h"
#include "strategy/aimed/iroot_progress.h"

#define HD_OWNERS 64 /* a power of two */

enum hd_reenact_how {
	HD_OUTSIDE,   /* threads wait outside of all locks that they will hold at their operations */
	HD_AT_HAND,   /* … right before their operations */
	HD_UNTIL_NEAR /* nobody waits; it ends before the first of the two threads comes to where it would */
};

struct hd_reenact {
	bool active;
	enum hd_reenact_how how;
	uint32_t until; /* HD_UNTIL_NEAR: the place in the record where it ends */
	uint32_t when[HD_IDIOM_OPS], hold[HD_IDIOM_OPS]; /* by the order of the iRoot: places in the record */
	struct {
		uint64_t lock;
		hd_tid tid;
	} owners[HD_OWNERS]; /* who took a lock last: a cache */
	struct hd_follow follow;
};

/* Inactive if there is no record. */
void hd_reenact_begin(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_attempt *a,
		      enum hd_reenact_how how);
/* Who goes next: if it is to carry out the next operation of the iRoot, that is taken. HD_NO_TID: it has
 * failed, and is inactive from now on. */
hd_tid hd_reenact_pick(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_choice *c);
/* A step is carried out. */
void hd_reenact_saw(struct hd_reenact *r, hd_tid t, const struct hd_op *op);
