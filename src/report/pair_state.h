/* SPDX-License-Identifier: Apache-2.0
 *
 * What a search that tries orders of operations (`-s value`) has to say about each pair: it was tried in both
 * orders, one order is infeasible, or it is left. */
#pragma once

#include <stddef.h>

enum hd_pair_state { HD_PAIR_BOTH, HD_PAIR_INFEASIBLE, HD_PAIR_LEFT, HD_PAIR_STATES };

extern const char *const hd_pair_state_text[HD_PAIR_STATES];

struct hd_pair_result {
	const char *kind;	 /* "RW" */
	const char *same_object; /* "must", "may", or "did": runs have shown it */
	char *first, *second;	 /* "write account.c:23:5 deposit" */
	enum hd_pair_state state;
	const char *why; /* of an infeasible one, as a part of a sentence; else NULL */
};

struct hd_pair_results {
	const char *from; /* "code", or "runs" if the code could not be analysed */
	struct hd_pair_result *list;
	size_t n, cap;
	size_t states[HD_PAIR_STATES]; /* how many of each */
};

void hd_pair_results_add(struct hd_pair_results *r, const struct hd_pair_result *result);
void hd_pair_results_term(struct hd_pair_results *r);
