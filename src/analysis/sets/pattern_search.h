/* SPDX-License-Identifier: Apache-2.0
 *
 * The eleven patterns of model/sets/pattern.h in a run. Other accesses may lie between those of a pattern.
 * Each is a cycle of two units, so only units of one component of the conflict graph are compared. */
#pragma once

#include "analysis/sets/conflict_state.h"
#include "model/sets/pattern.h"

/* The pattern of three accesses to one location: two of one unit around one of the other. 0: no pattern. */
unsigned hd_pattern_of_three(bool first_write, bool other_write, bool second_write);
/* The pattern of two accesses of one unit, to two locations, around two of the other to the same ones. */
unsigned hd_pattern_nested(bool unit_write, bool other_write);
/* The pattern of two accesses of each unit, to the same two locations, by turns. */
unsigned hd_pattern_crossing(bool unit_write, bool other_write);

/* `now` is the unit's latest access: reports the patterns that it completes. */
void hd_pattern_look(struct hd_conflict *c, const struct hd_work *w, const struct hd_touch *now);
