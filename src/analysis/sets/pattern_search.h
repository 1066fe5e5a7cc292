/* SPDX-License-Identifier: Apache-2.0
 *
 * The eleven patterns of model/sets/pattern.h in a run. Other accesses may lie between those of a pattern.
 * Each is a cycle of two units, so only units of one component of the conflict graph are compared. */
#pragma once

#include "analysis/sets/conflict_state.h"
#include "model/sets/pattern.h"

/* The patterns by three accesses to one location, by two of the one unit around one of the other: 0 is none.
 */
unsigned hd_pattern_of_three(bool first_write, bool other_write, bool second_write);
/* … by two of the other unit, to both locations, between two of the one. */
unsigned hd_pattern_nested(bool unit_write, bool other_write);
/* … by turns. */
unsigned hd_pattern_crossing(bool unit_write, bool other_write);

/* `now` is the unit's latest access: tells what it completes. */
void hd_pattern_look(struct hd_conflict *c, const struct hd_work *w, const struct hd_touch *now);
