/* SPDX-License-Identifier: Apache-2.0
 *
 * No program under test may set a clock of the machine. */
#pragma once

#include <stdbool.h>

/* This system call sets a clock of the machine. */
bool hd_sets_clock(long number);
