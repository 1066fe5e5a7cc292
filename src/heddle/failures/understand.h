/* SPDX-License-Identifier: Apache-2.0
 *
 * What is done to understand a failure before it is reported: a smaller run that fails in the same way is
 * looked for, and which orders of operations make the difference. Both are experiments, within a small
 * budget. */
#pragma once

#include "heddle/cli/search_options.h"
#include "heddle/shrink/minimize.h"
#include "report/cause.h"

struct hd_symbols;

struct hd_puzzle { /* what there is to understand */
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	const struct hd_schedule *schedule; /* of the failure, with all scheduling points if they are known */
	const struct hd_rerun *replay;	    /* which has shown the failure */
	struct hd_watched_orders orders;    /* that make another failure, and must have no part in it */
	double seconds;			    /* that the search took to find it */
	double deadline;		    /* hd_now() at which experiments end */
};

struct hd_understood {
	struct hd_minimized small;
	struct hd_decisive_list decisive; /* of the smaller run if there is one */
};

/* To be ended with hd_understood_free(). */
void hd_understand(const struct hd_puzzle *p, struct hd_understood *u);
/* The smaller run cannot be used, nor what was found out about it. */
void hd_understood_is_larger(struct hd_understood *u);
void hd_understood_free(struct hd_understood *u);
