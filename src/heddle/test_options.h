/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of `heddle test`. */
#pragma once

#include "heddle/campaign/campaign.h"
#include "heddle/compare.h"
#include "model/capacity.h"

struct hd_test_arguments {
	struct hd_test_options test;
	struct hd_surroundings around;
	double grace;
	const char *suppressions; /* file; NULL: none */
	bool have_seed, have_jobs, have_strategy;
	struct hd_compare_options compare;
	uint32_t most[HD_CAPACITIES]; /* entries of each table */
	char **program;		      /* and its arguments */
	int nprogram;
};

/* Reads the command line. Ends the process with a sentence and status 2 if something is wrong with it. */
void hd_test_options_parse(struct hd_test_arguments *a, int argc, char **argv);
