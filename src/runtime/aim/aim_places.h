/* SPDX-License-Identifier: Apache-2.0
 *
 * When all iRoots that were predicted have been exposed or tried, there is still the question of where: an
 * iRoot has no addresses and no instances, and a bug may need one among a thousand. So `-s maple` makes
 * series of runs: a profile run under a random schedule picks operations that could make an iRoot, whether
 * exposed before or not, by chance and from each idiom some; and each of the runs after it repeats its
 * schedule and aims at one of these. Each worker has its own series; it is in the wire so that it outlives
 * the process. */
#pragma once

#include "analysis/iroots/profile.h"
#include "model/aim.h"
#include "model/plan.h"

/* The next attempt of the series under way, and the plan of its profile run. False: there is none left. */
bool hd_aim_places_next(struct hd_attempt *a, struct hd_plan *plan);
/* The run that begins is the profile run of a new series. */
void hd_aim_places_run_begin(void);
/* The run that begins is no such profile run. */
void hd_aim_places_none(void);
/* The run under way is such a profile run. */
bool hd_aim_places_picks(void);
/* True: the profile run takes operations that could make this iRoot. It decides by chance, so that each iRoot
 * that is asked about has the same chance to be kept in the end. */
bool hd_aim_places_wants(const struct hd_iroot *r);
/* Keep these operations for an attempt, after hd_aim_places_wants() said so. */
void hd_aim_places_take(const struct hd_iroot *r, const struct hd_profile_op *const *ops);
/* The run is over. */
void hd_aim_places_run_end(void);
