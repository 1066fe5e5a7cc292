/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle test` once its options are known: workers search, failures are confirmed by a replay, written down
 * and reported, until the budget is used up. */
#pragma once

#include "heddle/cli/search_options.h"
#include "heddle/workers/target.h"

/* Returns HD_STATUS_*. */
int hd_campaign_run(const struct hd_test_options *o, const struct hd_target *target);
