/* SPDX-License-Identifier: Apache-2.0
 *
 * What has become of the pairs of the program (model/static/pairs.h) in a search that knows which orders its
 * runs have shown. The code is analysed for that; where it has no bitcode, the pairs are those that runs have
 * shown. */
#pragma once

#include <stdio.h>

#include "heddle/campaign/campaign_state.h"
#include "report/pair_state.h"

/* False: the strategy does not try orders, or there is no need to tell. `out` is to be ended by
 * hd_pair_results_term(). */
bool hd_tried_pairs_look(struct hd_campaign *c, struct hd_pair_results *out);
/* The sentence; with --explain-pairs also each pair. */
void hd_tried_pairs_tell(const struct hd_campaign *c, const struct hd_pair_results *r, FILE *f);
