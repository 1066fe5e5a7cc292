/* SPDX-License-Identifier: Apache-2.0
 *
 * An excursion: a run that tries one ordered pair out of its turn. It repeats the depth-first run up to the
 * trigger, holds the trigger's thread there, drives the partner's thread up to and through the partner, lets
 * the trigger go and carries on sequentially. Threads that only go round a loop wait, as in the depth-first
 * search (dpor_spin.h). */
#pragma once

#include "strategy/systematic/value_state.h"

void hd_excursion_begin(struct hd_value *v, uint32_t point);
hd_tid hd_excursion_pick(struct hd_value *v, const struct hd_choice *c);
uint64_t hd_excursion_value(struct hd_value *v, uint64_t bound);
void hd_excursion_saw(struct hd_value *v, hd_tid tid, const struct hd_op *op, const struct hd_choice *c);
/* `again`: it was not carried out to its end. */
void hd_excursion_end(struct hd_value *v, bool again);
/* See strategy.h. */
uint64_t hd_excursion_decided(const struct hd_value *v);

static inline uint64_t hd_least_decisions(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t least = a < b ? a : b;

	return least < c ? least : c;
}
