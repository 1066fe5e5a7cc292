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
/* In a replay: the outcome that the schedule led to when it was recorded. */
void hd_run_expect(enum hd_outcome outcome);
/* Carry out one run; false: the strategy has nothing left to explore. */
bool hd_run_once(uint64_t number, const struct hd_plan *plan);

/* ---- on a fiber, while a run is under way ---- */

const struct hd_strategy_ops *hd_run_strategy(void);
void *hd_run_strategy_state(void);
void hd_run_born(hd_tid child, hd_tid parent);

/* End the run, whose outcome is in slot->failure. */
_Noreturn void hd_run_end(void);
/* What happens now differs from the schedule of the replay, or the schedule is over. */
_Noreturn void hd_run_diverged(const hd_tid *ready, unsigned nready, const struct hd_op *ops);
/* True: this is a replay that has followed its whole schedule, and the recorded outcome is this one. */
bool hd_run_ought_to_end(enum hd_outcome outcome);
/* The run needs more threads than were prepared. */
_Noreturn void hd_run_grow(void);
_Noreturn void hd_run_passed(void);
/* The run must be done in a forked process from its beginning. */
_Noreturn void hd_run_in_fork(void);
_Noreturn void hd_run_stopped(void);
