/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures that earlier searches of the program have found are tried first. One of this very build is
 * replayed. One of another build is looked for by its meaning (heddle/known): its steps are found again in
 * the code as it is now, and runs are driven that way. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* Before the search: try each of them in OUT that is about this program with these arguments, and say in a
 * line what has become of it. */
void hd_known_bugs_try(struct hd_campaign *c);
/* After the search, which may have found one that directed runs had not shown; and keep it for the next
 * search. */
void hd_known_bugs_settle(struct hd_campaign *c);
void hd_known_bugs_term(struct hd_known_bugs *k);
