/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ordered pairs of places have been tried out of their turn, and how often: over all runs of a search,
 * and of those that it goes on with. */
#pragma once

#include "strategy/systematic/value_state.h"

#define HD_TRIED_BEFORE UINT32_MAX /* instances of a pair that an earlier process has tried */

/* By a key that is not 0; it is put into the table if it is not there. NULL: the table is full. */
struct hd_value_tried *hd_value_tried_of(struct hd_value *v, uint64_t key);
/* The key of two operations: the same in each process. */
uint64_t hd_value_key_of(const struct hd_value *v, const struct hd_op *trigger, const struct hd_op *partner);

/* What earlier processes have tried. */
void hd_value_tried_hear(struct hd_value *v, const struct hd_search_facts *facts);
/* … and this one, for those that come: what still waits has not been tried. */
void hd_value_tried_tell(struct hd_value *v, struct hd_search_facts *facts);
