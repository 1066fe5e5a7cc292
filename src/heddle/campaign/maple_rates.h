/* SPDX-License-Identifier: Apache-2.0
 *
 * How the attempts to expose predicted iRoots went (`-s maple`), for each idiom. */
#pragma once

#include "report/json/campaign_json.h"
#include "wire/wire.h"

/* Fills in entries 1 … HD_IDIOMS. False: nothing was predicted. */
bool hd_maple_rates(struct hd_wire *wire, struct hd_summary_success of[HD_IDIOMS + 1]);
/* A line on stderr for each idiom, if anything was predicted. */
void hd_maple_rates_tell(struct hd_wire *wire);
/* How many runs predicted and how many tried, and how long they took. */
void hd_maple_phases(const struct hd_wire *wire, unsigned jobs, struct hd_summary_phase *profile,
		     struct hd_summary_phase *test);
