/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an attempt to expose an iRoot (analysis/iroots/idiom.h) has come. Its operations are brought about
 * in a fixed order, in which they would expose it; this knows which of them have been carried out, by which
 * thread and where, which operation would be the next, and which would spoil what is done. */
#pragma once

#include "strategy/strategy.h"

struct hd_order_of_ops { /* how to bring an idiom about */
	uint8_t n;
	uint8_t op[HD_IDIOM_OPS];    /* index into the iRoot's sites: A, B, C, D */
	uint8_t role[HD_IDIOM_OPS];  /* the thread's role: 0 T1, 1 T2            */
	uint8_t place[HD_IDIOM_OPS]; /* where: 0 x, 1 y                          */
};

#define HD_IROOT_TOUCHED 64 /* operations that are remembered: a power of two */

struct hd_iroot_progress {
	struct hd_iroot root;  /* idiom 0: none */
	uint8_t variant;       /* which of the orders, where there are several */
	uint8_t at;	       /* operations that are done */
	hd_tid who[2];	       /* the thread, by role; HD_NO_TID: not known yet */
	struct hd_op where[2]; /* by place: an operation there; addr 0: not known yet */
	uint32_t since[2];     /* by role: operations since its first one … */
	uint32_t window;       /* … of which there may be so many */
	struct {
		uint64_t addr, size;
	} touched[HD_IROOT_TOUCHED]; /* by T1 since A: a ring */
	uint32_t ntouched;	     /* ever */
	bool exposed;
	bool taken; /* the step that comes now is its next operation */
};

/* What the thread is about to do, as far as iRoots are concerned: operations on locks are not in the same
 * space as data, and a wait for a condition variable gives a mutex back. All others take an operation in this
 * form. */
struct hd_op hd_iroot_op(const struct hd_choice *c, hd_tid t, const struct hd_op *op);

void hd_iroot_progress_begin(struct hd_iroot_progress *q, const struct hd_iroot *root, unsigned variant);
/* Forget which operations are done, and by which threads. */
void hd_iroot_progress_start_over(struct hd_iroot_progress *q);
const struct hd_order_of_ops *hd_iroot_progress_order(const struct hd_iroot_progress *q);
/* Would this be operation `at` of the order, given what is known? */
bool hd_iroot_progress_fits(const struct hd_iroot_progress *q, unsigned at, hd_tid t, const struct hd_op *op);
/* The thread is about to carry out the next operation. */
void hd_iroot_progress_take(struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op);
/* The step is carried out, whether taken or something else. False: what was done so far is spoilt by it. */
bool hd_iroot_progress_saw(struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op);
/* Would the thread spoil what was done so far by carrying this operation out? */
bool hd_iroot_progress_spoils(const struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op);
