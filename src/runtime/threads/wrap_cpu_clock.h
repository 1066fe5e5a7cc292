/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks of processor time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* What this clock of processor time shows. False: the clock belongs to another process. */
bool hd_cpu_clock(clockid_t clock, uint64_t *ns);
