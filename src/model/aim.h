/* SPDX-License-Identifier: Apache-2.0
 *
 * An aim: what a run can be driven to, and how the attempts at it went. It is threads that are about to do
 * certain operations at the same time, or in a certain order:
 *
 *   race          parts 0 and 1 are the two accesses
 *   deadlock      part i is the request for a lock that the thread of part i + 1 holds, and `has` is where it
 *                 took the lock that the thread before it waits for
 *   atomic block  part 0 is where the thread of part 1 took the lock for the first time, part 1 where it
 *                 takes it again, and part 2 where another thread takes it in between
 *   nested        the first and the last part are accesses of one thread, those between are another one's; at
 *                 the first one the thread holds, if part 0 says so, a lock that the other one needs
 *   crossing      the same with two threads that take turns
 *   iroot         `root`: the interleaving idiom and the sites of its operations */
#pragma once

#include <stdint.h>

#include "model/iroot.h"
#include "model/step.h"

enum hd_aim_kind {
	HD_AIM_RACE,
	HD_AIM_DEADLOCK,
	HD_AIM_ATOMIC_BLOCK,
	HD_AIM_NESTED,
	HD_AIM_CROSSING,
	HD_AIM_IROOT,
	HD_AIM_KINDS
};

/* The state of an aim only ever moves down this list. */
enum hd_aim_state {
	HD_AIM_REMEMBERED, /* the store knows it from earlier searches, no run of this one has predicted it */
	HD_AIM_UNTRIED,	   /* predicted or found, and no attempt was made */
	HD_AIM_TRIED,	   /* attempts were made, by this search or earlier ones, and none got there */
	HD_AIM_EXPOSED,	   /* iRoot: a run has shown it, not necessarily an attempt */
	HD_AIM_REACHED,	   /* an attempt got there */
	HD_AIM_FAILED,	   /* … and its run failed: no further proof is needed */
	HD_AIM_STATES
};

#define HD_AIM_BIT(kind) (1u << (kind)) /* in a set of kinds */
#define HD_AIM_PARTS	 8
/* Nested, crossing: there are at most so many parts, and what follows is the vulnerable window: each element
 * is for a lock that the first thread has to let go of before the second one's part. `has` is where the first
 * one takes it, `takes` is where the second one does. */
#define HD_AIM_WINDOW 4

#define HD_AIM_MEMORIES 2

struct hd_aim_part {
	uint64_t context; /* the call stack, as a hash of its sites; 0: any */
	uint32_t site;
	uint32_t has;	/* where the thread acquired a lock that it still holds; 0: it need not hold any */
	uint32_t place; /* nested, crossing: parts of the same place touch the same memory */
	uint32_t takes; /* see HD_AIM_WINDOW */
};

struct hd_aim {
	uint32_t kind;			 /* enum hd_aim_kind */
	uint32_t nparts;		 /* iroot: 0 */
	uint64_t where[HD_AIM_MEMORIES]; /* nested, crossing: the memory of each place in the run that showed
					  * that it is possible; 0: not known */
	union {
		struct hd_iroot root;
		struct hd_aim_part parts[HD_AIM_PARTS];
	};
};

/* Where the operations A, B, C, D of an iRoot are in the schedule of the run that it was predicted from. */
struct hd_source_ops {
	uint32_t when[HD_IDIOM_OPS];
	uint32_t from[HD_IDIOM_OPS]; /* … and where their threads took the outermost lock that they held
				      * there; the same if they held none */
};

/* What a strategy is told about the aim of the run that begins. */
struct hd_attempt {
	struct hd_aim aim;
	uint32_t number; /* of earlier attempts at this aim with this input, by this search or earlier ones */
	uint32_t window; /* iroot: operations between two parts, at most; 0: HD_IROOT_WINDOW */
	const struct hd_step
	    *steps; /* iroot: the schedule of the run it was predicted from; NULL: not kept */
	uint32_t nsteps;
	struct hd_source_ops source; /* each below nsteps */
};
