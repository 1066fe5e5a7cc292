/* SPDX-License-Identifier: Apache-2.0
 *
 * From a campaign's options and a run's number to the run's plan. */
#pragma once

#include "model/plan.h"

/* The plan of run number `run` (from 0) by this strategy. A pure function. */
void hd_plan_make(const struct hd_campaign_options *o, uint32_t strategy, uint64_t run, struct hd_plan *plan);
/* The plan becomes that of a systematic search: all of its runs are alike, but for its choices; and what can
 * be a choice is one. */
void hd_plan_systematic(const struct hd_campaign_options *o, uint32_t strategy, struct hd_plan *plan);
/* The run is there to learn from: it goes by one of the strategies that know nothing about the program, by
 * chance. Each of them comes near something that the others do not, and only that can be predicted. Every
 * other time it is `lucky`, the strategy that found something new the last time; HD_STRATEGY_COUNT: no
 * strategy has. */
void hd_plan_profile(struct hd_plan *plan, uint32_t lucky);
