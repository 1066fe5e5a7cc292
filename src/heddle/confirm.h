/* SPDX-License-Identifier: Apache-2.0
 *
 * From a failure that a worker reported to one that the user can rely on: it is replayed in a fresh process
 * with a trace, and only what happens again in exactly the same way is written down and reported. */
#pragma once

#include <stdio.h>

#include "heddle/campaign.h"
#include "heddle/ledger.h"
#include "model/schedule.h"

struct hd_symbols;

struct hd_confirm {
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	struct hd_ledger *ledger;
	FILE *out; /* where reports go      */
	bool colour;
	uint64_t unconfirmed; /* failures that did not happen again in a replay */
	bool unwritten;	      /* a folder could not be written: the status is HD_STATUS_TROUBLE */
};

/* True: confirmed, written and reported. False: it does not replay, which has been said and noted down. */
bool hd_confirm_failure(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
			double seconds);

struct hd_rerun;
/* Why a replay was not what the schedule says, in a sentence without a full stop. To be freed. */
char *hd_confirm_difference(const struct hd_rerun *r, struct hd_symbols *symbols);
