/* SPDX-License-Identifier: Apache-2.0
 *
 * A campaign's state, and what heddle prints and writes when it is over. */
#pragma once

#include "base/file.h"
#include "heddle/campaign/campaign.h"
#include "heddle/campaign/confirm.h"
#include "heddle/campaign/deferred.h"
#include "heddle/campaign/ledger.h"
#include "heddle/cli/status.h"
#include "heddle/learnt/learnt.h"
#include "heddle/sets/atomic_sets.h"
#include "heddle/workers/workers.h"

struct hd_campaign {
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	struct hd_workers crew;
	struct hd_ledger ledger;
	struct hd_learnt learnt;
	struct hd_confirm confirm;
	struct hd_deferred_list deferred;
	struct hd_status status;
	struct hd_atomic_sets sets;
	struct hd_outfile json, hashes;
	char *error_path; /* where a defect of Heddle's own is recorded */
	double start, seconds;
	double deadline;   /* when the search is over                   */
	uint64_t unstable; /* runs whose replay differed, with --verify */
	bool overwritten;  /* a failure is without a record that makes sense */
	bool over, trouble, interrupted, told_blind, told_unwilling, told_teardown;
	unsigned trouble_worker;
	unsigned goal_bugs[HD_MAX_GOALS]; /* by goal: N of the bug-N that it led to, 0: none */
};

uint64_t hd_campaign_runs(const struct hd_campaign *c); /* finished so far */

/* Print and write the results of the campaign; returns HD_STATUS_*. */
int hd_campaign_end(struct hd_campaign *c);
