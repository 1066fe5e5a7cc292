/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle campaign` once its options are known: units of work are put into the store, leased, searched by
 * this process and by whoever else joins, until time is over; then the summary. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/work/campaign_options.h"

/* HD_STATUS_*. */
int hd_campaign_command_run(const struct hd_campaign_command *c, struct hd_signals *signals);
