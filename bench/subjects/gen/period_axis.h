/* SPDX-License-Identifier: Apache-2.0
 *
 * An axis of a chart from a first to a last period. */
#pragma once

typedef struct period_axis period_axis_t;

/* 0, or -1 when there is no memory. */
int period_axis_open(period_axis_t **out);
void period_axis_close(period_axis_t *a);
/* Set both: the last is not before the first. */
void period_axis_set_range(period_axis_t *a, unsigned first, unsigned length);
unsigned period_axis_count(period_axis_t *a);
