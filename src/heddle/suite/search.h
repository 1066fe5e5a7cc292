/* SPDX-License-Identifier: Apache-2.0
 *
 * One search of one test: a `heddle test` of its own, so that nothing that a test does to Heddle ends the
 * suite. */
#pragma once

#include "heddle/suite/options.h"
#include "heddle/suite/suite.h"
#include "heddle/suite/test_process.h"

struct hd_suite_search {
	struct hd_suite_test *test;
	struct hd_test_process process;
	unsigned number; /* of its files */
};

struct hd_suite_budget {
	double seconds;
	uint64_t runs; /* 0: no limit */
	unsigned jobs;
};

/* Start it, with files in `folder`. False after a sentence: it cannot be started. */
bool hd_suite_search_start(struct hd_suite_search *search, const struct hd_suite_options *o,
			   const struct hd_suite_budget *budget, const char *folder,
			   const struct hd_signals *signals);
struct hd_search_read; /* report/json/search_read.h */

/* What another search of the test has found. Some of its strings are taken over. */
void hd_suite_take_results(struct hd_suite_result *r, struct hd_search_read *from);
/* It has ended: put what it has found to the test's results. What it has to remark is printed, once for all
 * tests: `told` has what was. */
void hd_suite_search_end(struct hd_suite_search *search, const struct hd_suite_options *o, const char *folder,
			 bool interrupted, struct hd_names *told);
