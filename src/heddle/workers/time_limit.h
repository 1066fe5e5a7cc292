/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a run may take. */
#pragma once

#include "heddle/workers/workers.h"

/* Seconds that a run may take; those for which it had no processor do not count. */
double hd_time_limit(const struct hd_workers *c);
/* The same, or more as long as no run has ended. */
double hd_time_limit_at_first(const struct hd_workers *c);
