/* SPDX-License-Identifier: Apache-2.0
 *
 * Days as numbers and as texts such as "d12". */
#pragma once

/* The number of the day that a text says; the text is made and read by these functions alone. */
int day_round_trip(unsigned day);
unsigned day_next(unsigned day);
