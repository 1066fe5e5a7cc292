/* SPDX-License-Identifier: Apache-2.0
 *
 * From a campaign's options and a run's number to the run's plan. */
#pragma once

#include "model/plan.h"

/* The plan of run number `run` (from 0). A pure function. */
void hd_plan_make(const struct hd_campaign_options *o, uint64_t run, struct hd_plan *plan);
