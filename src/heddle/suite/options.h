/* SPDX-License-Identifier: Apache-2.0
 *
 * What the command line of `heddle suite` says. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/cc/cc_words.h"

struct hd_sarif_merge; /* report/json/sarif_merge.h */

struct hd_suite_options {
	double seconds; /* for all tests; 0: no limit */
	uint64_t runs;	/* of each test; 0: as many as there is time for */
	uint64_t seed;
	bool have_seed; /* the same searches each time */
	unsigned jobs;	/* searches at the same time */
	const char *out;
	char *absolute;		      /* the same as an absolute path: tests run in folders of their own */
	struct hd_sarif_merge *sarif; /* what all searches have found; NULL: it is not wanted */
	struct hd_words for_search;   /* options that each `heddle test` gets */
	const char *noun;	      /* what is searched: "test", or "input" */
	bool one_failure;	      /* the first failure ends all searches */
	bool quiet;
};
