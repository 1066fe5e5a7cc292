/* SPDX-License-Identifier: Apache-2.0
 *
 * The random numbers that the program asks the system for. */
#pragma once

#include <stddef.h>

/* The next bytes of the sequence. */
void hd_random_fill(void *to, size_t size);

/* The next run gets the same numbers again. */
void hd_random_run_begin(void);
