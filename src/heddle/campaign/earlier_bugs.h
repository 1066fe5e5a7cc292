/* SPDX-License-Identifier: Apache-2.0
 *
 * What has become of the bugs that earlier searches have found in other builds of the program. */
#pragma once

#include <stdio.h>

#include "heddle/campaign/campaign_state.h"

/* A line for each of them in OUT that this search has not found again. */
void hd_earlier_bugs_tell(const struct hd_campaign *c, FILE *f);
