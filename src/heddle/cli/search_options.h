/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user asks of a search. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "heddle/cli/suppress.h"
#include "model/plan.h"
#include "report/comparison.h"
#include "wire/wire.h"

struct hd_test_options {
	struct hd_campaign_options search;
	const char *strategy; /* name, as given                                                      */
	double seconds;	      /* of the search                                                       */
	uint64_t runs;	      /* UINT64_MAX: no limit                                                */
	unsigned jobs;
	bool keep_going;
	bool have_seed;	      /* the user has given it */
	uint64_t shrink_runs; /* to make the schedule of a failure smaller; 0: leave it as it is */
	bool shrink_patient;  /* … however long these take */
	const char *out;
	const char *store;    /* NULL: in `out`                                                      */
	const char *known_as; /* the program's name in the store; NULL: its path                     */
	bool no_store;
	bool afresh;		   /* do not use what earlier searches have learnt: the seed alone decides */
	bool anew;		   /* do not go on with an unfinished systematic search */
	bool retry;		   /* maple tries what other runs have exposed, too */
	uint32_t window;	   /* operations between two parts of an iRoot; 0: the default */
	uint32_t attempts;	   /* at one iRoot; 0: the default */
	bool until_covered;	   /* end when maple has nothing left to try */
	const char *json;	   /* NULL: none; "-": stdout                                             */
	const char *html;	   /* folder for pages; NULL: none */
	const char *sarif, *junit; /* files for results; NULL: none */
	const char *baseline;	   /* what is known: a report or folder; NULL: nothing */
	bool annotations;	   /* print lines for GitHub Actions */
	bool automake;		   /* exit statuses for test drivers */
	const char *hashes;	   /* file for each run's number and hash; NULL: none                     */
	double timeout;		   /* seconds for one run                                                 */
	bool timeout_adapts;	   /* … or more, if passing runs are seen to take long                   */
	uint32_t expect_exit;
	bool controls_children; /* made by fork */
	enum hd_reset reset;
	uint64_t max_steps;
	const uint32_t *most; /* entries of each table (model/capacity.h); NULL: as many as there are */
	enum hd_backtracks backtracks;
	bool verify;		  /* replay each run at once and compare                                 */
	bool save_schedule;	  /* keep the last run's schedule even if it passed                      */
	uint32_t checks, fail_on; /* HD_CHECK_*                                                    */
	struct hd_suppressions suppressions;
	const char *record;  /* file for a log of units of work; NULL: none                         */
	const char *project; /* file with declarations; NULL: none                                  */
	bool explain_pairs;  /* print what has become of each pair                                  */
	bool explain_sets;   /* print what was inferred                                             */
	bool quiet, verbose;
	bool watch_all;			   /* analyses look at every run */
	FILE *report;			   /* where reports and the summary go; NULL: the standard output */
	struct hd_compared_search *result; /* the results are written there, too; NULL: nowhere */
};
