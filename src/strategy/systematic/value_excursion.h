/* SPDX-License-Identifier: Apache-2.0
 *
 * A run that tries one ordered pair out of its turn: it repeats the depth-first run up to the trigger, holds
 * the thread of the trigger until the partner has gone, lets the trigger go, and carries on sequentially. It
 * leaves the depth-first search as it is. */
#pragma once

#include "strategy/systematic/value_state.h"

void hd_excursion_begin(struct hd_value *v, uint32_t point);
hd_tid hd_excursion_pick(struct hd_value *v, const struct hd_choice *c);
void hd_excursion_saw(struct hd_value *v, hd_tid tid, const struct hd_op *op);
uint64_t hd_excursion_value(struct hd_value *v, uint64_t bound);
