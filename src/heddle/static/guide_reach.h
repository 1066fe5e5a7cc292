/* SPDX-License-Identifier: Apache-2.0
 *
 * From which places of a guide each of its places can still be reached, by the graph that static analysis
 * has made. */
#pragma once

#include "model/guide.h"
#include "model/static/pairs.h"

/* `number` has the place in the guide of each place of the pairs. */
void hd_guide_find_reach(struct hd_guide *g, const struct hd_pairs *pairs, const uint16_t *number);
