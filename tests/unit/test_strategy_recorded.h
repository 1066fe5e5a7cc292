/* SPDX-License-Identifier: Apache-2.0
 *
 * A program of three threads, and a run of it by chance, for tests of strategies that repeat runs. */
#pragma once

#include "test_strategy_sim.h"

static const struct hd_op main_ops[] = {
    {.kind = HD_CREATE, .other = 2},
    {.kind = HD_CREATE, .other = 3},
    {.kind = HD_WRITE, .addr = 0x1000, .size = 4},
    {.kind = HD_JOIN, .other = 2},
    {.kind = HD_READ, .addr = 0x1000, .size = 4},
};
static const struct hd_op worker_ops[] = {
    {.kind = HD_LOCK, .addr = SIM_LOCK_0},
    {.kind = HD_READ, .addr = 0x1000, .size = 4},
    {.kind = HD_WRITE, .addr = 0x1000, .size = 4},
    {.kind = HD_UNLOCK, .addr = SIM_LOCK_0},
};
static const struct sim_program program = {
    .n = 3,
    .threads = {{main_ops, 5, false}, {worker_ops, 4, true}, {worker_ops, 4, true}},
};
#define STEPS 13

static struct sim_run recorded;

static void record(uint64_t seed)
{
	struct hd_plan plan = {.seed = seed, .strategy = HD_STRATEGY_random};

	sim_go(&program, NULL, &plan, NULL, &recorded);
	assert_int_equal(recorded.n, STEPS);
}
