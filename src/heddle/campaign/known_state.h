/* SPDX-License-Identifier: Apache-2.0
 *
 * The failures that earlier searches have left in the output folder, and what has become of them. */
#pragma once

#include "report/json/campaign_json.h"

struct hd_known_bugs {
	struct hd_summary_known *list; /* its strings belong to it */
	size_t n, cap;
	bool failed; /* one of them has failed and counts: the search need not begin */
};
