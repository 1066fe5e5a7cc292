/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run is to be driven to: threads that are about to do certain operations at the same time.
 *
 *   race      parts 0 and 1 are the two accesses
 *   deadlock  part i is the request for a lock that the thread of part i + 1 holds, and `has` is where it
 *             took the lock that the thread before it waits for
 *   atom      part 0 is where the thread of part 1 took the lock for the first time, part 1 where it takes it
 *             again, and part 2 where another thread takes it in between
 *   nested    the first and the last part are accesses of one thread, those between are another one's; at the
 *             first one the thread holds, if part 0 says so, a lock that the other one needs
 *   crossing  the same with two threads that take turns */
#pragma once

#include <stdint.h>

enum hd_goal_kind {
	HD_GOAL_RACE,
	HD_GOAL_DEADLOCK,
	HD_GOAL_ATOM,
	HD_GOAL_NESTED,
	HD_GOAL_CROSSING,
	HD_GOAL_KINDS
};

#define HD_GOAL_BIT(kind) (1u << (kind)) /* in a set of kinds */
#define HD_GOAL_PARTS	  8

struct hd_goal_part {
	uint64_t context; /* the call stack, as a hash of its sites; 0: any */
	uint32_t site;
	uint32_t has;	/* where the thread acquired a lock that it still holds; 0: it need not hold any */
	uint32_t place; /* nested, crossing: parts of the same place touch the same memory */
	uint32_t takes; /* nested, crossing, part 1: where the thread takes the lock of part 0's `has` */
};

struct hd_goal {
	uint32_t kind; /* enum hd_goal_kind */
	uint32_t nparts;
	struct hd_goal_part parts[HD_GOAL_PARTS];
};
