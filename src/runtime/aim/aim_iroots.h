/* SPDX-License-Identifier: Apache-2.0
 *
 * What `-s maple` does next: profile runs until three in a row predict nothing new, then an attempt at each
 * iRoot that was predicted and not exposed, simple ones first, at most six times each, earlier searches
 * included; then it profiles again, and when that brings nothing to try either, the search is over, if the
 * user wanted that, or goes on with runs that try iRoots at other places (aim_places.h). */
#pragma once

#include <stdbool.h>

#include "analysis/iroots/profile.h"
#include "model/aim.h"
#include "model/plan.h"
#include "wire/wire.h"

/* How many operations of a thread may lie between its two parts of a compound idiom. */
uint32_t hd_aim_iroots_window(void);
/* A run begins. Before all others. */
void hd_aim_iroots_run_begin(void);
/* Choose for the run that begins: the iRoot to expose, NULL: none of the table. The plan becomes that of the
 * run which it was predicted from, so that the program finds the same memory and the same random numbers. */
struct hd_wire_aim *hd_aim_iroots_choose(struct hd_plan *plan, struct hd_attempt *attempt);
/* `auto`: the strategy for the iRoot that is next; -1: there is none. */
int hd_aim_iroots_strategy(void);
/* A run of `auto` begins that has no aim. True: what it could have exposed is predicted. */
bool hd_aim_iroots_profiles(uint64_t number);
/* The run is an attempt, at an iRoot of the table or at other places; `attempt` was filled in. */
bool hd_aim_iroots_tries(void);
/* True: predict what the run could have exposed. It is a profile run, and not one that only looks for
 * something new by another strategy; or a small attempt, which may go where no profile run went. */
bool hd_aim_iroots_predicts(void);
/* The run has exposed the iRoot that it was to expose. */
bool hd_aim_iroots_reached(void);
/* The run is over, and its analyses are done. */
void hd_aim_iroots_run_end(void);

/* For the analyses: the run has just exposed this one; */
void hd_aim_iroots_exposed(void *to, const struct hd_iroot *r);
/* a profile run predicted it; */
void hd_aim_iroots_predicted(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops);
/* true: a prediction of this iRoot would be new or useful. */
bool hd_aim_iroots_wanted(void *to, const struct hd_iroot *r);
