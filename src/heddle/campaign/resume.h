/* SPDX-License-Identifier: Apache-2.0
 *
 * A systematic search that ended before all was tried is gone on with by the next one of the same program,
 * with the same arguments and options. What it has left is in the store. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* Before the workers start: take up the unfinished search, if there is one that fits, and say so, or why not.
 */
void hd_resume_load(struct hd_campaign *c);
/* After the last run: what is left goes to the store. */
void hd_resume_save(struct hd_campaign *c);
