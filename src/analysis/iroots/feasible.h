/* SPDX-License-Identifier: Apache-2.0
 *
 * Could two threads have done what they did in another order? A puzzle is given some points of both threads
 * and which of them should come before which. It has a solution unless that contradicts
 *
 *   - the order in which each thread does things,
 *   - what orders the two threads other than locks (weak clocks, order.h),
 *   - mutual exclusion: of two critical sections of one lock, one ends before the other one begins. If
 * anything in one has to come before anything in the other, all of it has to.
 *
 * All sections count that either thread is in at one of its points or enters between them. Other threads are
 * taken to keep out of the way, so a solution is no proof; no solution is one. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/vclock.h"

#define HD_LOCKS_KNOWN 6 /* that a thread holds at once; the others are as if it did not hold them */

struct hd_section;

struct hd_locks { /* what a thread holds at some point; shared by all the points for which it stays the same
		   */
	struct hd_section *last; /* of its sections, over or not: the one that began last */
	unsigned n;
	struct hd_section *held[HD_LOCKS_KNOWN];
};

struct hd_point {		       /* something that a thread did */
	uint32_t pos;		       /* among all that it did, from 1; 0: there is no such thing */
	uint32_t time;		       /* on its weak clock */
	const struct hd_vclock *clock; /* what it knew of others */
	const struct hd_locks *locks;  /* of the begin and end of a section: NULL */
};

struct hd_section { /* a critical section of a thread */
	uint64_t lock;
	uint32_t when; /* the step of the run that took the lock */
	bool shared;
	bool none;    /* it was taken for one, and is not: a semaphore that only signals */
	uint8_t kind; /* of the operation that took the lock, and where */
	uint32_t site;
	const struct hd_locks *outer; /* what the thread held before */
	struct hd_point begin, end;   /* end.pos UINT32_MAX: it is not over */
	struct hd_section *before;    /* of the same thread, the one that began before */
	void *open;		      /* for the caller's own use */
};

#define HD_PUZZLE_POINTS   64
#define HD_PUZZLE_SECTIONS 26
#define HD_PUZZLE_DEPTH	   8   /* guesses on top of each other */
#define HD_PUZZLE_WALK	   128 /* sections of a thread that are looked at */

struct hd_puzzle { /* large: not for the stack of a thread */
	hd_tid tids[2];
	unsigned n, nsections;
	struct {
		const struct hd_point *at;
		uint8_t who; /* which of tids: 0 or 1 */
		bool needed; /* it has to happen at all */
	} points[HD_PUZZLE_POINTS];
	uint64_t
	    after[HD_PUZZLE_POINTS]; /* bit set of the points that come after, closed under transitivity */
	struct {
		const struct hd_section *section;
		unsigned who, begin, end;
	} sections[HD_PUZZLE_SECTIONS];
	struct {
		uint8_t first, second;
	} wishes[16];
	unsigned nwishes;
	unsigned guesses; /* left */
	const struct hd_section *gathered[2][HD_PUZZLE_WALK + HD_LOCKS_KNOWN];
	uint64_t saved[HD_PUZZLE_DEPTH][HD_PUZZLE_POINTS];
};

void hd_puzzle_begin(struct hd_puzzle *z, hd_tid first, hd_tid second);
/* Add a point of the first or the second thread (0, 1); *p must stay valid until the puzzle is solved. */
unsigned hd_puzzle_add(struct hd_puzzle *z, unsigned who, const struct hd_point *p);
/* Add a point that need not be reached: perhaps the program deadlocks before. */
unsigned hd_puzzle_add_later(struct hd_puzzle *z, unsigned who, const struct hd_point *p);
/* One point should come before another. */
void hd_puzzle_wish(struct hd_puzzle *z, unsigned first, unsigned second);
bool hd_puzzle_solve(struct hd_puzzle *z);
