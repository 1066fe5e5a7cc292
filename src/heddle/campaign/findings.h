/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analyses found, when the search is over: named, without what is suppressed, shown and written
 * down. */
#pragma once

#include "heddle/campaign/campaign_end.h"

struct hd_report; /* report/report.h */

/* The two are about the same lines of source: only one of them is reported. */
bool hd_findings_alike(const struct hd_report *a, const struct hd_report *b);

/* What a watched run showed, a sentence each, at most `most`; all to be freed. */
char **hd_findings_sentences(const struct hd_wire *wire, struct hd_symbols *symbols, unsigned most,
			     unsigned *n);

/* The finding that goal `goal` - 1 is about is suppressed. */
bool hd_findings_suppressed(const struct hd_campaign *c, uint32_t goal);

/* Fills the ledger, prints, and writes OUT/findings.txt. 0, or HD_EXIT_TROUBLE. */
int hd_findings_tell(struct hd_campaign *c);
/* A finding is of a kind for which --fail-on asks. */
bool hd_findings_fail(const struct hd_campaign *c);
