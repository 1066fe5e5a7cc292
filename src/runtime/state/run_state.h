/* SPDX-License-Identifier: Apache-2.0
 *
 * The run that is under way: its strategy, and how a thread ends it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"
#include "model/outcome.h"
#include "runtime/common/rt.h"
#include "strategy/strategy.h"

/* The strategy of the next run (an index of hd_strategies). */
void hd_run_set_strategy(unsigned strategy);
/* In a replay: the outcome that the schedule led to when it was recorded. */
void hd_run_expect(enum hd_outcome outcome);
/* Let the fiber with this stack pointer run; returns when the run has ended. */
void hd_run_enter(void *sp);
/* This run follows a schedule: the outside must do what it did in the recorded run. */
static inline bool hd_run_replays(void)
{
	return hd_strategies[hd_rt.run.plan.strategy]->repeats;
}

/* ---- on a fiber, while a run is under way ---- */

const struct hd_strategy_ops *hd_run_strategy(void);
void *hd_run_strategy_state(void);
/* What an observed run has taught, in memory that all processes of this worker have. */
struct hd_taught *hd_run_taught(void);
void hd_run_born(hd_tid child, hd_tid parent);
/* Let hd_run_enter() return though the run has not ended. Comes back when the running thread is entered
 * again. */
void hd_run_pause(void);

/* End the run, whose outcome is in slot->failure. */
_Noreturn void hd_run_end(void);
/* In a replay: all steps of its schedule have been followed. */
bool hd_run_script_is_over(void);
/* True: this is a replay that has followed its whole schedule, and the recorded outcome is this one. */
bool hd_run_ought_to_end(enum hd_outcome outcome);
/* The run needs more threads than were prepared. */
_Noreturn void hd_run_grow(void);
_Noreturn void hd_run_passed(void);
/* The run must be done in a forked process from its beginning. */
_Noreturn void hd_run_in_fork(void);
_Noreturn void hd_run_stopped(void);
/* The strategy needs no more of this run. */
_Noreturn void hd_run_cut(void);

/* A place for a debugger to stop, just before a failure. */
void hd_failure_hook(void);
