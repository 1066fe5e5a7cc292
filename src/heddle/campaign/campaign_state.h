/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a campaign. */
#pragma once

#include "base/file.h"
#include "heddle/failures/confirm.h"
#include "heddle/failures/deferred.h"
#include "heddle/campaign/finished_state.h"
#include "heddle/campaign/guidance.h"
#include "heddle/campaign/known_state.h"
#include "heddle/campaign/result_files.h"
#include "heddle/cli/status.h"
#include "heddle/learnt/learnt.h"
#include "heddle/learnt/ledger.h"
#include "heddle/sets/atomic_sets.h"
#include "heddle/workers/workers.h"

struct hd_campaign {
	struct hd_test_options own; /* what the user asked for; the seed may be that of an earlier search */
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	struct hd_workers workers;
	struct hd_ledger ledger;
	struct hd_learnt learnt;
	struct hd_confirm confirm;
	struct hd_deferred_list deferred;
	struct hd_status status;
	struct hd_atomic_sets sets;
	struct hd_guidance guidance;
	struct hd_outfile json, hashes;
	struct hd_result_files files;
	struct hd_results results;
	struct hd_baseline baseline;
	struct hd_known_bugs known;
	int64_t started;  /* seconds since 1970 */
	char *error_path; /* where a defect of Heddle's own is recorded */
	double start, seconds;
	double deadline;   /* when the search is over                   */
	uint64_t unstable; /* runs whose replay differed, with --verify */
	bool overwritten;  /* a failure is without a record that makes sense */
	struct hd_finished finished;
	bool over, trouble, interrupted, told_blind, told_unwilling, told_teardown;
	unsigned trouble_worker;
	unsigned aim_bugs[HD_MAX_AIMS]; /* by aim: N of the bug-N that it led to, 0: none */
};

/* Of all workers together, so far. Runs are those that have ended. */
uint64_t hd_campaign_runs(const struct hd_campaign *c);
uint64_t hd_campaign_steps(const struct hd_campaign *c);
uint64_t hd_campaign_accesses(const struct hd_campaign *c);
