/* SPDX-License-Identifier: Apache-2.0
 *
 * Simple orders of whole threads: each runs as soon as it is created, or one of them runs before all others.
 * Where no single pair of operations makes the difference, such an order may. */
#pragma once

#include "heddle/shrink/explainer.h"

/* False: there are more threads than were tried. */
bool hd_try_orders(struct hd_explainer *x);
/* The last run passed: the last two accesses that depend on each other and came in the other order there are
 * decisive. */
void hd_add_reversed(struct hd_explainer *x);
