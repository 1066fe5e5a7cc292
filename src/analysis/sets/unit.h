/* SPDX-License-Identifier: Apache-2.0
 *
 * What analyses of atomic sets are told. An atomic set is a number of locations that belong together; a unit
 * of work is a function's activation that is expected to leave them consistent. An access belongs to the
 * outermost unit on its set, so one activation has one number whatever sets it works on, and a unit that
 * waits for a condition goes on as another one. These analyses do not find out sets and units themselves:
 * sets.h does. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

struct hd_unit_access { /* one access to a location of an atomic set */
	uint64_t set;	/* which set, from 1: never another one in the same run */
	uint64_t kind;	/* of the set: the same for sets of one kind, in all runs */
	uint64_t unit;	/* which unit, from 1: likewise never another one */
	uint64_t addr;	/* of the access, to name it */
	uint64_t
	    part; /* the set is a union of several: the address of the object that this is about, else 0 */
	uint32_t member;   /* which location of the set */
	uint32_t function; /* of the unit: the same in all runs */
	uint32_t depth;	   /* how many functions of the call stack are outside of the unit */
	uint32_t site;
	uint32_t context; /* what the caller wants to be told again: the call stack … */
	uint32_t locks;	  /* … and the locks that were held */
	hd_tid tid;
	bool write;
	bool described; /* context and locks are those of the access: it is told later than it happened */
};
