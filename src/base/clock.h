/* SPDX-License-Identifier: Apache-2.0
 *
 * Time that passes on the user's wall, in seconds. */
#pragma once

#include <time.h>

static inline double hd_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
