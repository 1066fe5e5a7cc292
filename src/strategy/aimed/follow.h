/* SPDX-License-Identifier: Apache-2.0
 *
 * Follows the record of an earlier run, for a run that is to begin like it and then to go its own way: for
 * each thread it knows how far it has come in the record. A strategy that always picks the thread that is
 * furthest behind repeats the run; one that holds some threads has the others repeat their steps in order.
 *
 * There may be more scheduling points than there were then: what a thread does that is not in the record
 * counts as done before what the record has next for it. A thread that goes another way is found again where
 * it comes back to what the record has for it soon. */
#pragma once

#include "strategy/strategy.h"

#define HD_FOLLOW_STEPS (1u << 16)

struct hd_follow {
	const struct hd_step *steps; /* set by begin: no pointer is kept from run to run */
	uint32_t n;
	uint32_t threads;	     /* entries of at[] that are set; the others have nothing in the record */
	uint32_t at[HD_MAX_THREADS]; /* by thread: the place of what it is to do next; n: nothing */
	uint32_t next[HD_FOLLOW_STEPS]; /* by place: that of the same thread's next one; n: none     */
};

void hd_follow_begin(struct hd_follow *g, const struct hd_step *steps, uint32_t n);
/* How far the thread has come that is about to do this: a place in the record. */
uint32_t hd_follow_place(struct hd_follow *g, hd_tid t, const struct hd_op *op);
/* The same without knowing what it is about to do. */
uint32_t hd_follow_at(const struct hd_follow *g, hd_tid t);
/* The thread does it. */
void hd_follow_saw(struct hd_follow *g, hd_tid t, const struct hd_op *op);
/* A data choice by the thread: what was chosen then, if that is known. */
bool hd_follow_value(struct hd_follow *g, hd_tid t, uint64_t bound, uint64_t *value);
