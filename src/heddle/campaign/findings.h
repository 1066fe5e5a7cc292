/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analyses found, when the search is over: named, without what is suppressed, shown and written
 * down. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* The finding that aim `aim` - 1 is about is suppressed. */
bool hd_findings_suppressed(const struct hd_campaign *c, uint32_t aim);

/* Fills the ledger, prints, and writes OUT/findings.txt. 0, or HD_EXIT_TROUBLE. */
int hd_findings_tell(struct hd_campaign *c);
/* A finding is of a kind for which --fail-on asks. */
bool hd_findings_fail(const struct hd_campaign *c);
