/* SPDX-License-Identifier: Apache-2.0
 *
 * How many of the schedules that were shown are different but for the order of independent steps: A.
 * Mazurkiewicz's traces. Two schedules are of the same trace if each thread makes the same steps, and before
 * each step come the same steps of which it depends, directly or by a chain of others. */
#pragma once

#include "strategy/systematic/search_path.h"

#define HD_TRACES_MAX (1u << 14) /* places in the table; it counts up to half as many */

struct hd_traces {
	uint64_t keys[HD_TRACES_MAX];
	uint32_t n; /* UINT32_MAX: too many to be counted */
};

void hd_traces_clear(struct hd_traces *t);
/* The run under way is over; its steps have their clocks. True: an earlier run was of the same trace. */
bool hd_traces_add(struct hd_traces *t, const struct hd_path *p, unsigned threads);
