/* SPDX-License-Identifier: Apache-2.0
 *
 * What `heddle gen` gives the driver to do: tests as data, in a file that both map. No reset touches it. The
 * driver is one program for a whole library: it interprets calls by a table of stubs, one for each function
 * of the library. This file and interpreter.c are part of `heddle` as text, and are compiled with the stubs.
 */
#pragma once

#include <stdint.h>

#define GEN_ARGUMENTS 8
#define GEN_SLOTS     32 /* objects of one test */
#define GEN_CALLS     48 /* calls of one test, all parts together */
#define GEN_THREADS   3	 /* of one test at most */
#define GEN_JOBS      256
#define GEN_VALUES    4	  /* of one call that are compared: its result, and three through pointers */
#define GEN_TEXT_MOST 256 /* bytes of a text that are compared */
#define GEN_NO_SLOT   0xffffu
#define GEN_ORDERS    90 /* linearizations of three times two calls; two times four have 70 */

enum gen_operand_kind {
	GEN_NULL,
	GEN_NUMBER,  /* number */
	GEN_REAL,    /* the bits of a double in number */
	GEN_OBJECT,  /* the object in slot `index` */
	GEN_MEMORY,  /* number bytes of zeroes for a new object, which goes to slot `index` */
	GEN_ADDRESS, /* the address of a pointer that the function fills in; it goes to slot `index` */
	GEN_TEXT,    /* gen_texts[index] */
	GEN_BYTES,   /* number bytes to be read */
	GEN_ROOM,    /* number zeroed bytes to be written; index 1: they are compared */
	GEN_CELL, /* number zeroed bytes for one value that the function may read and write; index 1: a number
		   */
	GEN_CALLBACK, /* gen_callbacks[index] */
	GEN_TOKEN,    /* the address of gen_tokens[index]: data of the caller that the library hands on */
	GEN_FIXED     /* the stub knows what to pass */
};

struct gen_operand {
	uint32_t kind, index;
	int64_t number;
};

struct gen_call {
	uint16_t function; /* index into gen_functions[] */
	uint16_t result;   /* slot for the object that it returns, or GEN_NO_SLOT */
	uint32_t arguments;
	struct gen_operand argument[GEN_ARGUMENTS];
};

enum gen_job_state {
	GEN_WAITS,
	GEN_STARTED,
	GEN_DONE,	 /* all of its runs have ended well */
	GEN_NO_OBJECT,	 /* the prefix could not make its objects */
	GEN_WRONG_RESULT /* no order of the calls one after the other gives these results */
};

/* A job is runs of the same calls: first in one thread, one run for each of orders[]; then in threads, at
 * first by chance and then by a systematic search, until that has nothing left. */
struct gen_job {
	uint32_t norders;
	uint32_t
	    orders[GEN_ORDERS]; /* bits 2i and 2i + 1: the thread whose call is the i-th of all suffixes */
	uint32_t chance, systematic; /* runs in threads: so many by chance, so many systematic ones at most */
	uint32_t started;	     /* runs so far */
	uint32_t state;		     /* enum gen_job_state */
	uint32_t exhausted;	     /* 1: all schedules of it have been run */
	uint32_t prefix, suffix[GEN_THREADS], end; /* numbers of calls: they follow each other in calls[] */
	uint32_t
	    checks; /* what calls give back is kept, and must be in threads what it is in one of the orders */
	uint64_t results[GEN_ORDERS];	       /* of each order: a number made of all values */
	int64_t values[GEN_CALLS][GEN_VALUES]; /* what each call gave back: its result, and what it stored
						  through pointers */
	struct gen_call calls[GEN_CALLS];
};

static inline uint32_t gen_suffix_calls(const struct gen_job *job)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < GEN_THREADS; i++)
		n += job->suffix[i];
	return n;
}

/* The first call of a thread's suffix, in calls[]. */
static inline uint32_t gen_first_call(const struct gen_job *job, unsigned thread)
{
	uint32_t at = job->prefix;

	for (unsigned i = 0; i < thread; i++)
		at += job->suffix[i];
	return at;
}

struct gen_queue {
	uint32_t size;	  /* of this structure: a driver of another version refuses it */
	uint32_t begun;	  /* 1: there was a run */
	uint32_t current; /* the job of the run under way, or of the last one */
	_Atomic uint32_t filled,
	    next; /* jobs in all, and the one that the next run is of; jobs[n % GEN_JOBS] */
	struct gen_job jobs[GEN_JOBS];
};
