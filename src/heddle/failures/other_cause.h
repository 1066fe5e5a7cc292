/* SPDX-License-Identifier: Apache-2.0
 *
 * Two bugs can end in one assertion. When a failure looks like a known one, but nothing that makes the known
 * one happened in its run (avoid.h), it may be another bug. */
#pragma once

#include "heddle/failures/confirm_state.h"

/* An earlier search has found this out about the failure: the report says so, too. */
void hd_other_cause_of_earlier(const struct hd_confirm *c, struct hd_report *r);
/* `known->without` is the failure that looks the same. True: this one has a cause of its own, about something
 * else, and the report says so from now on. False: nothing shows that, so it was counted as the same. */
bool hd_other_cause(struct hd_confirm *c, struct hd_known *known, struct hd_report *r);
