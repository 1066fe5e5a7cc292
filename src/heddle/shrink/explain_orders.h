/* SPDX-License-Identifier: Apache-2.0
 *
 * Simple orders of whole threads: each runs as soon as it is created, or one of them runs before all others.
 * Where no single pair of operations makes the difference, such an order may. */
#pragma once

#include "heddle/shrink/explainer.h"

/* False: there are more threads than were tried. */
bool hd_try_orders(struct hd_explainer *x);
