/* SPDX-License-Identifier: Apache-2.0
 *
 * What it takes to confirm and report failures. */
#pragma once

#include <stdio.h>

#include "heddle/failures/baseline.h"
#include "heddle/cli/search_options.h"
#include "heddle/learnt/ledger.h"
#include "heddle/workers/target.h"
#include "report/results.h"

struct hd_symbols;
struct hd_wire;

struct hd_confirm {
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	struct hd_ledger *ledger;
	struct hd_results *results;
	const struct hd_baseline *baseline; /* what is known, and told in one line */
	FILE *out;			    /* where reports go      */
	bool colour;
	struct hd_wire *search; /* whose workers are told what to avoid; NULL: it is over or has not begun */
	double deadline;	/* hd_now() at which replays are cut off           */
	unsigned tried;		/* N of the bug-N that runs are driven to; 0: none */
	const struct hd_report *tried_report; /* … what is known of it */
	char *doubt;			      /* why the failure at hand is not confirmed, or NULL */
	uint64_t unconfirmed;		      /* failures that did not happen again in a replay */
	bool unwritten;			      /* a folder could not be written */
};
