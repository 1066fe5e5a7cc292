/* SPDX-License-Identifier: Apache-2.0
 *
 * A failure is reported: printed, written into its folder, and entered into the ledger and the results. */
#pragma once

#include "heddle/failures/bugdir.h"
#include "heddle/failures/confirm_state.h"

/* `report` is that of the bug; it belongs to the results from now on. What this search has reported already
 * is only counted, and what is known from the baseline gets one line. */
void hd_publish_bug(struct hd_confirm *c, struct hd_known *known, const struct hd_bug *bug,
		    struct hd_report *report);
/* The same for a bug that has its folder, which stays as it is: its schedule was followed again. */
void hd_publish_again(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
		      struct hd_report *report, const char *folder, unsigned number);
