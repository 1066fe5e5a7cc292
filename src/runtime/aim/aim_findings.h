/* SPDX-License-Identifier: Apache-2.0
 *
 * What runs are driven to: findings become goals (model/goal.h) in the arena, and strategies that are for
 * goals (race, deadlock, atom) try one in a run. With one of them chosen by the user, the first runs and
 * one in four after that are watched random walks, which bring goals; `auto` gives a share of its runs to
 * goals as soon as there are some. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/atomic_block.h"
#include "analysis/sets/potential.h"
#include "model/goal.h"
#include "model/plan.h"

/* A goal of a run, if it is new: equal keys are one. finding: its index plus one, or 0. */
void hd_goal_add(const struct hd_goal *goal, uint64_t key, uint32_t finding);

/* A block that another thread's critical section could interrupt. It is no finding of its own: programs have
 * many such blocks, and most are harmless. */
void hd_goal_block(void *to, const struct hd_block *block, const struct hd_block_section *other);

/* A violation of an atomic set that could happen. It is a finding when it does. */
void hd_goal_violation(void *to, const struct hd_potential_violation *v);

/* `auto`: the run may be one for a goal. */
void hd_goal_plan(uint64_t number, struct hd_plan *plan);

struct hd_goal_choice {
	const struct hd_goal *goal; /* NULL: the run is to bring new ones */
	uint32_t tries;		    /* at it, before */
};

/* The plan's strategy is for goals. */
bool hd_goal_wanted(const struct hd_plan *plan);
/* Choose a goal for the run that begins. Unless the user has set it, plan->timeouts changes from try to try,
 * because a thread that the strategy holds waits for sleeping threads, too. */
struct hd_goal_choice hd_goal_choose(uint64_t number, struct hd_plan *plan);
/* The run is over. */
void hd_goal_run_end(void);
/* The same when the run's process has died: only what is in shared memory is left of it. */
void hd_goal_end(void);
