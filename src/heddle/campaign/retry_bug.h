/* SPDX-License-Identifier: Apache-2.0
 *
 * One failure that an earlier search has found is tried again. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* False: the folder is about another program, other arguments or input, or says too little. Else what has
 * become of it is in *now, of which id and folder are filled in already. A failure that happens is confirmed
 * and reported as any other. */
bool hd_retry_bug(struct hd_campaign *c, unsigned number, const char *folder, double deadline,
		  struct hd_summary_known *now);
