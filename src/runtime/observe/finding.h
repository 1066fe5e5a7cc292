/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analyses find, written to the wire once for each pair of sites, or cycle of them. */
#pragma once

#include "analysis/analysis.h"
#include "analysis/lockorder.h"
#include "analysis/race.h"
#include "model/aim.h"
#include "wire/wire.h"

void hd_finding_race(void *to, const struct hd_race_access *earlier, const struct hd_race_access *later,
		     uint64_t addr);
void hd_finding_cycle(void *to, const struct hd_lock_edge *const *edges, unsigned n);

/* What an analysis reports through its env: found() of struct hd_analysis_env. */
void hd_finding_places(enum hd_analysis_id by, const struct hd_found_place *places, unsigned n);

void hd_finding_init(void);
/* The run is over, or its process died. */
void hd_finding_run_end(void);

/* For findings of other kinds: NULL if this one is reported already. */
struct hd_wire_finding *hd_finding_begin(uint64_t key, enum hd_analysis_id kind);
void hd_finding_access(struct hd_wire_part *p, const struct hd_race_access *a, uint64_t addr);
/* The finding that was begun is complete; `aim` is what later runs can be driven to, NULL: nothing. */
void hd_finding_publish(const struct hd_aim *aim);
