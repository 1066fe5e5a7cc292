/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ordered pairs of places have been tried out of their turn, and how often: over all runs of a search.
 */
#pragma once

#include "strategy/systematic/value_state.h"

/* By a key that is not 0; it is put into the table if it is not there. NULL: the table is full. */
struct hd_value_tried *hd_value_tried_of(struct hd_value *v, uint64_t key);
