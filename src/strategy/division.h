/* SPDX-License-Identifier: Apache-2.0
 *
 * `auto` divides time among strategies (auto.def): each has a share, which grows with its yield, and the
 * strategy that has used the least of its share is next. The yield is news (iRoots, findings and failures
 * that no run had shown) for the cost of the runs in which news can be seen. Cost is counted in steps and
 * not by a clock, so the same search is divided in the same way each time. No strategy starves: the yield
 * changes a share by a factor of YIELD_MOST at most. When news hardly come any more, the shares are others.
 */
#pragma once

#include <stdint.h>

#include "model/division.h"

/* The strategy of the next run. */
uint32_t hd_division_next(struct hd_division *d);

/* What a run has cost and brought. */
struct hd_division_run {
	uint32_t strategy;
	uint64_t steps;
	uint64_t news;
	int watched; /* 1: news would have been seen */
	int aimed;   /* 1: it was driven to an aim, and counts for no share */
};
void hd_division_ran(struct hd_division *d, const struct hd_division_run *run);
