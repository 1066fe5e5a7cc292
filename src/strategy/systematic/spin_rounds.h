/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread that goes round a loop and changes nothing: it comes back to an operation with the registers and
 * the stack that it had there before, has changed no memory since, and no other thread has changed what it
 * read. Then all that it can do is to go round again, until another thread writes something that it has read.
 * Runs in which it goes round once more or less differ in nothing but that: all other steps are the same, and
 * so is what comes of them. So a systematic search lets the thread wait until such a write comes, and shows
 * all these runs as one. If no other thread can go, then the run would never end. */
#pragma once

#include "strategy/strategy.h"
#include "strategy/systematic/dependence.h"
#include "strategy/systematic/suspects.h"

#define HD_ROUND_MAX 16 /* operations of a round; loops with longer rounds are not recognised */

struct hd_round_step {
	uint64_t addr;
	uint64_t state; /* of registers and stack before it; 0: not known */
	uint32_t site;
	uint32_t size;
	uint8_t kind;
};

struct hd_rounds {				  /* of one thread */
	struct hd_round_step steps[HD_ROUND_MAX]; /* since it, or another thread what it read, changed */
	uint8_t n;
	bool waits;		     /* until something of this is written:       */
	struct hd_footprint awaited; /* what it read in its last round; empty: it did not wait */
	uint64_t state;		     /* before what it is about to do; 0: not known */
};

/* The thread has made a step, by which it changed memory or not. */
void hd_rounds_made(struct hd_rounds *r, const struct hd_op *did, bool changed);
/* Another thread has made a step by which it changed something. */
void hd_rounds_overwritten(struct hd_rounds *r, const struct hd_footprint *by);
/* The thread, which has just run, is about to do this. */
void hd_rounds_next(struct hd_rounds *r, hd_tid t, const struct hd_op *next, const struct hd_facts *facts,
		    struct hd_suspects *suspects);
