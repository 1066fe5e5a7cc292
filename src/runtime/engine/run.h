/* SPDX-License-Identifier: Apache-2.0
 *
 * One run of the program: the runtime sets everything up and calls main on a fiber, and the run ends by a
 * jump back to the control loop. Rooms above the engine that have state of their own per run are told by
 * hooks.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"
#include "model/outcome.h"
#include "model/plan.h"
#include "strategy/strategy.h"

/* Before the first run: the function that each run calls as main, and its arguments. */
void hd_run_prepare(int (*main_function)(int, char **, char **), int argc, char **argv);
/* Where that function is, and its first two arguments. */
void hd_run_main_call(uint64_t *function, uint64_t *args);
/* Before a run: get something to explore for it. */
enum hd_claim hd_run_claim(const struct hd_plan *plan);
/* After the last run by this strategy: leave to other workers what was not explored. False: ask again in a
 * moment. */
bool hd_run_park(unsigned strategy);
/* Begin the next run: ask the strategy whether there is one, and where it begins (backtrack.h). False: the
 * strategy has nothing left to explore. */
bool hd_run_begin(uint64_t number, const struct hd_plan *plan);
/* Carry it out, in this process. */
void hd_run_carry_out(void);
/* The memory is as the run has left it: it has to be put back before the next one. */
void hd_run_has_used_memory(void);
