/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle test --compare`: several strategies search the same program, by turns and with the same budget, and
 * a table compares their results. */
#pragma once

#include "heddle/campaign/campaign.h"
#include "heddle/workers/target.h"

#define HD_COMPARE_MAX 16

struct hd_compare_options {
	const char *names[HD_COMPARE_MAX]; /* of strategies      */
	int indices[HD_COMPARE_MAX];	   /* -1: auto                 */
	size_t n;			   /* 0: nothing is compared   */
	unsigned rounds;		   /* each with another seed   */
	uint32_t bound;			   /* of systematic searches, plus 1; 0: their default */
	bool checks_given;		   /* the user has said what to look for */
};

/* Each search has the options of `test`, keeps going after a failure, and is observed in all runs. Returns
 * HD_STATUS_*. */
int hd_compare_run(const struct hd_compare_options *o, const struct hd_test_options *test,
		   const struct hd_target *target);
