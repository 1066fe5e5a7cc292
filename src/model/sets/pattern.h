/* SPDX-License-Identifier: Apache-2.0
 *
 * The eleven ways in which two units of work on one set can get in each other's way, after Vaziri, Tip and
 * Dolby (POPL 2006). R and W are accesses of the one unit, r and w of the other, x and y two locations:
 *
 *    1  R(x) w(x) W(x)             5  W(x) w(x) W(x)             9  R(x) {w(x), w(y)} R(y)
 *    2  R(x) w(x) R(x)             6  W(x) {w(x), w(y)} W(y)    10  R(x) w(y) R(y) w(x)
 *    3  W(x) r(x) W(x)             7  W(x) w(y) W(y) w(x)       11  W(x) r(y) W(y) r(x)
 *    4  W(x) w(x) R(x)             8  W(x) {r(x), r(y)} W(y)
 *
 * In braces: in either order. */
#pragma once

#define HD_PATTERNS 11

/* What the pattern means, in a few words; "" for no pattern. */
const char *hd_pattern_text(unsigned pattern);
/* The accesses, as above. */
const char *hd_pattern_shape(unsigned pattern);
