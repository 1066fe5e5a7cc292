/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle test --html`: what this search has found, as pages. */
#pragma once

#include "heddle/campaign/campaign_state.h"

/* After the store has everything. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_search_pages_write(const struct hd_campaign *c);
