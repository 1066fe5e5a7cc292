/* SPDX-License-Identifier: Apache-2.0
 *
 * What the calls of a written test give back, and how the program compares it with what they give back one
 * after the other. */
#pragma once

#include <stdio.h>

#include "gen/tests/part.h"

struct hd_allowed { /* what the calls give back in each order, one after the other */
	unsigned n;
	int64_t values[GEN_ORDERS][GEN_CALLS][GEN_VALUES];
};

struct hd_test_writing {
	const struct hd_model *m;
	struct gen_job job;
	uint32_t objects[GEN_SLOTS];	  /* what is in each slot; HD_NO_OBJECT: it is not used */
	bool memory[GEN_SLOTS];		  /* the object itself is a variable, not a pointer to it */
	const struct hd_allowed *allowed; /* NULL: results do not matter */
	FILE *f;
};

/* All calls of the test. */
static inline unsigned hd_writing_calls(const struct gen_job *job)
{
	return job->prefix + gen_suffix_calls(job) + job->end;
}

/* What the call gives back is kept. */
bool hd_result_is_kept(const struct hd_test_writing *w, unsigned index);
/* … and what it stores through this pointer. */
bool hd_result_is_compared(const struct hd_test_writing *w, unsigned call, unsigned argument);
/* Around the call: what it returns is kept, and then what it has stored. */
void hd_write_before_call(const struct hd_test_writing *w, unsigned index);
void hd_write_after_call(const struct hd_test_writing *w, unsigned index);
/* Variables for all that, and what they may be at the end. */
void hd_write_allowed(const struct hd_test_writing *w);
/* The end of main: anything else aborts. */
void hd_write_comparison(const struct hd_test_writing *w);
