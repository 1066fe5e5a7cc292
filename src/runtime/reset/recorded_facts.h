/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts about this process and this machine that a program may ask for and Heddle cannot choose, such as its
 * process id. A run records what it was told; a replay is told the same. They are no part of a run's hash, so
 * that runs are the same in every process as long as the program does not decide by them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What the program sees of `fact`. */
uint32_t hd_recorded_fact(uint32_t fact);
/* The same for `size` bytes, in place. */
void hd_recorded_bytes(void *facts, size_t size);
