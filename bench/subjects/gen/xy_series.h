/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of numbers, with those who want to know of changes. */
#pragma once

struct xy_series;

struct xy_series *xy_series_create(void);
void xy_series_destroy(struct xy_series *s);
void xy_series_add(struct xy_series *s, int x, int y);
void xy_series_remove(struct xy_series *s, unsigned index);
/* The sum of all y. */
int xy_series_sum(struct xy_series *s);
