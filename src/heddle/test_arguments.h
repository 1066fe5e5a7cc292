/* SPDX-License-Identifier: Apache-2.0
 *
 * What the command line of `heddle test` says. */
#pragma once

#include "heddle/campaign/campaign.h"
#include "heddle/cc/cc_words.h"
#include "heddle/compare.h"
#include "heddle/test_option_table.h"
#include "model/capacity.h"

#define HD_TEST_VARIABLES 64 /* that --env may set */

struct hd_test_arguments {
	struct hd_test_options test;
	struct hd_surroundings around;
	double grace;
	const char *suppressions; /* file; NULL: none */
	bool have_seed, have_jobs;
	bool given[HD_TEST_KEYS]; /* by key: the user has given this option */
	struct hd_compare_options compare;
	uint32_t most[HD_CAPACITIES];		  /* entries of each table */
	const char *variables[HD_TEST_VARIABLES]; /* "NAME=VALUE" */
	unsigned nvariables;
	const char *inputs;		   /* folder or list of --inputs; NULL: none */
	const struct argp_option *options; /* while they are read */
	struct hd_words for_each;	   /* options that the search of each input gets */
	char **program;			   /* and its arguments */
	int nprogram;
};
