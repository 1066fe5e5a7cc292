/* SPDX-License-Identifier: Apache-2.0
 *
 * What a campaign has found: failures, most of which a replay has confirmed, and findings. The same thing
 * found again is only counted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/json/campaign_json.h"
#include "wire/wire.h"

#define HD_CONFIRM_TRIES 3 /* replays of one failure that differ before it is given up */

struct hd_known { /* a failure that has been met, by what it looks like */
	uint32_t outcome, site;
	char *message;
	bool early;	/* it needed an early time-out */
	uint64_t cycle; /* of a deadlock: see deadlock_cycle.h */
	uint64_t stack; /* of the thread that failed: see failing_stack.h */
	unsigned tries; /* replays that differed                         */
	size_t without; /* a failure that looks the same, by its index plus one, whose cause had no part in
			   it; or 0 */
	size_t failure; /* index into failures, plus one; 0: none yet */
};

struct hd_ledger {
	struct hd_known *known;
	size_t nknown, known_cap;
	struct hd_summary_failure *failures;
	size_t nfailures, failures_cap;
	struct hd_summary_finding *findings;
	size_t nfindings, findings_cap;
};

void hd_ledger_term(struct hd_ledger *l);

/* The entry for a failure like this one, made if it is new. `without`: see hd_known. Valid until the next
 * call. */
struct hd_known *hd_ledger_meet(struct hd_ledger *l, const struct hd_wire_failure *f, size_t without);
/* Failures that count for verdict and exit status. */
size_t hd_ledger_counted(const struct hd_ledger *l);
/* An ordinary failure that looks like this one was confirmed. */
bool hd_ledger_has_ordinary(const struct hd_ledger *l, const struct hd_known *known);
/* Add a failure, or put it in place of the one that `known` counts for; its strings and sites are copied. */
void hd_ledger_failure(struct hd_ledger *l, struct hd_known *known, const struct hd_summary_failure *f);
/* How many of those that count a replay has confirmed. */
size_t hd_ledger_confirmed(const struct hd_ledger *l);
/* Add a finding, or count it when one of this kind and message is there. True: it is new. */
bool hd_ledger_finding(struct hd_ledger *l, const char *kind, const char *message, uint64_t run);
/* A finding of an analysis, with where it is; strings and sites are copied. */
void hd_ledger_found(struct hd_ledger *l, const struct hd_summary_finding *f);
