/* SPDX-License-Identifier: Apache-2.0
 *
 * Is there an interleaving of two units in which four of their accesses come in a given order? A state is how
 * far each of them is: outside, inside before its first item, after it, and so on, and outside again. A step
 * takes one of them further. What holds it back: a lock that the other one holds, something of the other
 * one's that comes first in any case, or the order that is asked for. */
#pragma once

#include "analysis/sets/potential_state.h"

/* Whether locks and the weak order leave room for it. */
bool hd_potential_possible(const struct hd_potential_unit *u, const struct hd_potential_unit *v,
			   const struct hd_potential_order *o);
