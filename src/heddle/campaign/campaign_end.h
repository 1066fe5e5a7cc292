/* SPDX-License-Identifier: Apache-2.0
 *
 * What heddle prints and writes when a campaign is over. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* Print and write the results of the campaign; returns HD_STATUS_*. */
int hd_campaign_end(struct hd_campaign *c);
