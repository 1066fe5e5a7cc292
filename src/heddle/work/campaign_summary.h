/* SPDX-License-Identifier: Apache-2.0
 *
 * What came of a campaign: the table, what is new since the last one, and the same as JSON and as a page. */
#pragma once

#include <stdbool.h>

#include "heddle/work/campaign_options.h"
#include "heddle/work/campaign_work.h"

struct hd_campaign_summary {
	const struct hd_campaign_command *command;
	const char *out;  /* absolute                        */
	const char *name; /* of the campaign                 */
	bool goes_on, interrupted;
};

/* HD_STATUS_*. */
int hd_campaign_summary(struct hd_campaign_work *w, const struct hd_campaign_summary *s);
