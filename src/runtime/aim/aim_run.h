/* SPDX-License-Identifier: Apache-2.0
 *
 * The aim of the run under way: chosen before it begins, and marked as reached or not when it is over. */
#pragma once

#include "model/aim.h"
#include "model/plan.h"

/* `auto`: the strategy for the aim that is next; -1: nothing is worth an attempt. Findings and iRoots take
 * turns. */
int hd_aim_strategy(void);
/* Choose an aim for the run that begins, if its strategy is for aims, and fit the plan to it. NULL: the run
 * has none. */
const struct hd_attempt *hd_aim_choose(uint64_t number, struct hd_plan *plan);
/* The run is over. */
void hd_aim_run_end(void);
/* The same when the run's process has died: only what is in shared memory is left of it. */
void hd_aim_run_died(void);

/* What the analyses are to look at. */
enum hd_aim_watch {
	HD_WATCH_SOME,	 /* some runs, by their numbers */
	HD_WATCH_ALL,	 /* this run in any case */
	HD_WATCH_PREDICT /* this run, and predict which iRoots it could have exposed */
};
enum hd_aim_watch hd_aim_watch(void);
