/* SPDX-License-Identifier: Apache-2.0
 *
 * An iRoot was predicted from operations of a run: repeat that run, but for what keeps the iRoot from
 * happening. All threads do what they did, in the same order (follow.h), so that what the operations need to
 * be reached holds as it did; only the two threads of the iRoot wait for each other:
 *
 *   the thread of the next operation stops before it until the thread of the operation after that has come
 *   to its own, or waits for a lock that the first one holds;
 *   the thread of a later operation stops before it, outside of all locks that it will hold there, so that
 *   no other thread needs them, until the next operation can be carried out;
 *   when no other thread can go, the one that has stopped goes on.
 *
 * It fails when an operation would spoil what was done (iroot_progress.h), or when a thread that had to come
 * later has done its operation already. */
#pragma once

#include "strategy/aimed/follow.h"
#include "strategy/aimed/iroot_progress.h"

#define HD_OWNERS 64 /* a power of two */

enum hd_reenact_how {
	HD_OUTSIDE,   /* threads wait outside of all locks that they will hold at their operations */
	HD_AT_HAND,   /* threads wait right before their operations */
	HD_UNTIL_NEAR /* no thread waits; it ends before one of the two comes to where it would wait */
};

struct hd_reenact {
	bool active;
	enum hd_reenact_how how;
	uint32_t until; /* HD_UNTIL_NEAR: the place in the record where it ends */
	uint32_t when[HD_IDIOM_OPS], hold[HD_IDIOM_OPS]; /* by the order of the iRoot: places in the record */
	struct {
		uint64_t lock;
		hd_tid tid;
	} owners[HD_OWNERS]; /* the thread that took each lock last: a cache */
	struct hd_follow follow;
};

/* Inactive if there is no record. */
void hd_reenact_begin(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_attempt *a,
		      enum hd_reenact_how how);
/* The thread that goes next; if its step is the next operation of the iRoot, that is marked as taken in q.
 * HD_NO_TID: the re-enactment has failed or is over, and is inactive from now on. */
hd_tid hd_reenact_pick(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_choice *c);
/* A step is carried out. */
void hd_reenact_saw(struct hd_reenact *r, hd_tid t, const struct hd_op *op);
