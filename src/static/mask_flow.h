/* SPDX-License-Identifier: Apache-2.0
 *
 * A flow of sets, as masks, through all functions: what may be true before each operation. A set is what the
 * ways to a place have in them, taken together. It begins with each thread; what a library calls back, or the
 * end of the program runs, comes at a time that is not known, and there everything may be true. */
#pragma once

#include "static/thread_kinds.h"

struct hd_mask_flow {
	const struct hd_threads *t;
	uint64_t *at;	 /* of each act: before it */
	uint64_t *leave; /* of each function: at its end */
	uint64_t start;	 /* at the beginning of a thread */
	/* An act that is no call, after which it is another set. */
	bool (*changes)(void *context, uint32_t act);
	uint64_t (*after)(void *context, uint32_t act, uint64_t mask);
	void *context;

	/* The rest is private. */
	uint64_t *entry, *block; /* of each function and of each block, at its beginning */
	bool *changing; /* of each function: one of its acts changes the set, or it calls what does */
	bool *queued;
	uint32_t *queue; /* of functions */
	size_t nqueue;
	uint32_t *callers, *first_caller; /* of function i: callers[first_caller[i] .. first_caller[i + 1]) */
};

/* The caller has set t, start, changes, after and context. */
void hd_mask_flow_init(struct hd_mask_flow *w);
/* Can be done again after something that after() looks at has changed. */
void hd_mask_flow_run(struct hd_mask_flow *w);
/* Leaves `at` to the caller. */
void hd_mask_flow_term(struct hd_mask_flow *w);
