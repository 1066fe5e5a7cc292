/* SPDX-License-Identifier: Apache-2.0
 *
 * The cycles that an edge closes. */
#pragma once

#include "analysis/sets/conflict_state.h"

/* True the first time in a run. */
bool hd_conflict_is_new(struct hd_conflict *c, uint64_t key);
/* Two units of these functions match a pattern. */
uint64_t hd_conflict_pair_key(const struct hd_work *u, const struct hd_work *v);
uint64_t hd_conflict_mix(uint64_t a, uint64_t b);
/* Tells the cycles that the edge, whose units are in one component, is part of. */
void hd_conflict_cycles(struct hd_conflict *c, struct hd_conflict_edge *closing);
