/* SPDX-License-Identifier: Apache-2.0
 *
 * What the conflict graph finds, as it is told: the accesses in the order in which they happened, and by
 * which of the units. */
#pragma once

#include "analysis/sets/conflict_state.h"

#define HD_VIOLATION_PARTS 8

struct hd_violation {
	uint64_t key;  /* equal for those that are one */
	uint64_t kind; /* of the set */
	unsigned pattern, nunits, nparts;
	struct hd_violation_part {
		const struct hd_work *by;
		const struct hd_touch *touch;
		unsigned unit; /* from 0 */
	} parts[HD_VIOLATION_PARTS];
};

struct hd_violation hd_violation_of_match(const struct hd_conflict_match *m);
/* False: it is not worth telling, because it is made of smaller ones. */
bool hd_violation_of_cycle(const struct hd_conflict_cycle *c, struct hd_violation *v);
