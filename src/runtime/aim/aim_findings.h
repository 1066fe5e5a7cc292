/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings and predicted violations as aims, which strategies such as `race` try. With such a strategy chosen
 * by the user, the first runs and one in four after that are watched random walks, which bring aims; `auto`
 * gives every other run to aims as soon as there are some. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/atomic_block.h"
#include "analysis/sets/potential.h"
#include "model/aim.h"
#include "model/plan.h"
#include "wire/wire.h"

/* An aim of later runs, if it is new: equal keys are one. finding: its index plus one, or 0. */
void hd_aim_findings_add(const struct hd_aim *aim, uint64_t key, uint32_t finding);

/* A run has shown it: of a program that is many tests (engine/series.h), it is an aim of this one's next
 * runs. */
void hd_aim_findings_shown(uint64_t key);

/* A block that another thread's critical section could interrupt. It is no finding of its own: programs have
 * many such blocks, and most are harmless. */
void hd_aim_block(void *to, const struct hd_atomic_block *block, const struct hd_block_section *other);

/* A violation of an atomic set that could happen. It is a finding when it does. */
void hd_aim_violation(void *to, const struct hd_potential_violation *v);

/* `auto`: the strategy for the aim that is next; -1: there is none. */
int hd_aim_findings_strategy(void);

/* Choose an aim for the run that begins. NULL: the run is to bring new ones. Unless the user has set it,
 * plan->timeouts changes from attempt to attempt, because a thread that the strategy holds waits for sleeping
 * threads, too. */
struct hd_wire_aim *hd_aim_findings_choose(uint64_t number, struct hd_plan *plan, struct hd_attempt *attempt);
