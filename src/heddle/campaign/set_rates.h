/* SPDX-License-Identifier: Apache-2.0
 *
 * How many of the predicted violations of atomic sets the runs have shown. */
#pragma once

#include "report/json/campaign_json.h"
#include "wire/wire.h"

struct hd_summary_predictions hd_set_rates(const struct hd_wire *wire);
/* One line on stderr, if there were any. */
void hd_set_rates_tell(const struct hd_summary_predictions *p);
