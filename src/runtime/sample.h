/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites that are visited very often. A run of a hundred million accesses at shared sites must not become a
 * schedule of as many steps: from its HD_SAMPLE_AFTER-th visit in a run on, only one in HD_SAMPLE_ONE_IN
 * visits of a site is a scheduling point, on average. Which ones depends on the run's seed, the site and the
 * number of the visit alone, so it is the same in a replay, and another run picks others. */
#pragma once

#include "runtime/site.h"

#define HD_SAMPLE_AFTER	 16384u
#define HD_SAMPLE_ONE_IN 64u

void hd_sample_init(void);
void hd_sample_run_begin(void);
/* A thread comes to a scheduling point at e. Says in e->skip how many of the next visits are none. */
void hd_sample_visit(struct hd_pc *e);
/* Sites that were visited so often in this run. */
uint32_t hd_sample_sites(void);
