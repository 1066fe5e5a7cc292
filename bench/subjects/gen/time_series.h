/* SPDX-License-Identifier: Apache-2.0
 *
 * Values in order of time. */
#pragma once

struct time_series;

struct time_series *time_series_new(void);
void time_series_free(struct time_series *s);
void time_series_add(struct time_series *s, unsigned period, double value);
/* Forget values until there are at most so many. */
void time_series_set_maximum(struct time_series *s, unsigned count);
/* The last value, or 0 if there is none. */
double time_series_last(struct time_series *s);
