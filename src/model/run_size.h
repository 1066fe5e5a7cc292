/* SPDX-License-Identifier: Apache-2.0
 *
 * How large a run is. A smaller run with the same failure is easier to understand. */
#pragma once

#include <stdint.h>

struct hd_run_size {	      /* in the order in which they count */
	uint64_t threads;     /* that made a step */
	uint64_t preemptions; /* switches away from a thread that could have gone on */
	uint64_t switches;    /* from one thread to another */
	uint64_t steps;
};

/* Below 0: a is smaller. */
int hd_run_size_compare(const struct hd_run_size *a, const struct hd_run_size *b);
