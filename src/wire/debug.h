/* SPDX-License-Identifier: Apache-2.0
 *
 * What runtime and controller tell each other while a debugger looks at a replay. The controller traces the
 * process: it stops it at the function at `stop_function`, and has it call the one at `describe_function`. */
#pragma once

#include <stdint.h>

#include "model/capacity.h"

enum hd_debug_why {
	HD_DEBUG_NOWHERE, /* the process has not come to its run yet                            */
	HD_DEBUG_BEGINS,  /* the run is about to begin at main                                  */
	HD_DEBUG_STEP,	  /* the step `step` is about to be made by thread `next`               */
	HD_DEBUG_FAILS,	  /* the failure is about to happen, everything is still as it was      */
	HD_DEBUG_ENDS	  /* the run is over, with the outcome that stands in the worker's slot */
};

struct hd_wire_context { /* of a thread that does not run */
	uint64_t pc, sp, bp, bx, r12, r13, r14, r15;
	uint64_t fs;
	uint64_t start, args[2]; /* its first function, and what that is given */
	uint32_t alive;		 /* 0: it has ended */
	uint32_t begun;		 /* 0: it waits to call its first function */
};

#define HD_DEBUG_STACK (32u << 10)

struct hd_wire_debug {
	/* Set by the controller: */
	uint32_t on;	  /* 1: a debugger looks at the replay                                       */
	uint64_t stop_at; /* stop at the first decision at which this much has been recorded       */
	/* Set by the runtime: */
	uint32_t why;  /* enum hd_debug_why of the last stop                                      */
	uint32_t next; /* the thread that the schedule lets go at the last decision, or HD_NO_TID */
	uint64_t at;   /* what had been recorded at the last decision                             */
	uint64_t step; /* … and how many steps had been made                                      */
	uint64_t stop_function;	  /* called at each stop                                                    */
	uint64_t current_address; /* of the number of the thread that runs (hd_tid)                     */
	uint64_t describe_function; /* fills in what follows, and the threads of the worker's failure      */
	uint32_t nthreads;	    /* 0: no run is under way                                              */
	_Alignas(16) uint8_t stack[HD_DEBUG_STACK]; /* for the call of describe_function              */
	struct hd_wire_context contexts[HD_MAX_THREADS];
};
