/* SPDX-License-Identifier: Apache-2.0
 *
 * A curve that only rises, drawn with characters: braille dots where the locale has them, else stars. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct hd_plot_point {
	uint64_t x; /* at least 1: the axis is logarithmic */
	uint64_t y;
};

/* Points in order of x; `width` columns in all. */
void hd_plot(FILE *f, const struct hd_plot_point *points, size_t n, unsigned width, bool utf8);
