/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analyses find, written to the wire once for each pair of sites, or cycle of them. */
#pragma once

#include "analysis/lockorder.h"
#include "analysis/race.h"

void hd_finding_race(void *to, const struct hd_race_access *earlier, const struct hd_race_access *later,
		     uint64_t addr);
void hd_finding_cycle(void *to, const struct hd_lock_edge *const *edges, unsigned n);
