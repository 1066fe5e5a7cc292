/* SPDX-License-Identifier: Apache-2.0
 *
 * An axis of a chart from a lower to an upper bound, which is never less. */
#pragma once

struct number_axis {
	int lower, upper;
	int locked;
	void *lock;
};

void number_axis_init(struct number_axis *a);
void number_axis_fini(struct number_axis *a);
void number_axis_set_lower(struct number_axis *a, int lower);
void number_axis_set_upper(struct number_axis *a, int upper);
/* Draw it: how long it is. */
int number_axis_draw(struct number_axis *a);
