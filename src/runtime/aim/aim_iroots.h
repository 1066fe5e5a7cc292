/* SPDX-License-Identifier: Apache-2.0
 *
 * What `-s maple` does next: profile runs until three in a row predict nothing new, then an attempt at each
 * iRoot that was predicted and not exposed, simple ones first, at most six times each, earlier searches
 * included; then it profiles again, and when that brings nothing to try either, the search is over, if the
 * user wanted that, or goes on with runs that try iRoots at other places (aim_places.h). */
#pragma once

#include <stdbool.h>

#include "analysis/iroots/profile.h"
#include "model/attempt.h"
#include "model/plan.h"

void hd_aim_iroots_init(void);
/* Choose for the run that begins: the iRoot to expose, or NULL for a profile run. The plan becomes that of
 * the run which it was predicted from, so that the program finds the same memory and the same random numbers.
 */
const struct hd_attempt *hd_aim_iroots_choose(struct hd_plan *plan);
/* True: predict what the run could have exposed. It is a profile run, and not one that only looks for
 * something new by another strategy. */
bool hd_aim_iroots_predicts(void);
/* The run has just exposed this one. */
void hd_aim_iroots_exposed(uint64_t key);
/* The run is over. */
void hd_aim_iroots_end(void);
/* The run has shown something that no run had shown before. */
void hd_aim_iroots_news(void);
/* A profile run predicted it. */
void hd_aim_iroots_predicted(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops);
/* True: a prediction of this iRoot would be new or useful. */
bool hd_aim_iroots_wanted(void *to, const struct hd_iroot *r);
