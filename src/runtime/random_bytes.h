/* SPDX-License-Identifier: Apache-2.0
 *
 * The random numbers that the program asks the system for. */
#pragma once

/* The next run gets the same numbers again. */
void hd_random_run_begin(void);
