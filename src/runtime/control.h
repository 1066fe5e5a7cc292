/* SPDX-License-Identifier: Apache-2.0
 *
 * The control loop: takes run after run, carries each out and tells the controller. It lives on a stack of
 * its own that no reset touches; a run ends by jumping back to it. */
#pragma once

#include <stdint.h>

#include "model/event.h"
#include "strategy/strategy.h"

/* Prepare everything and run main again and again. Never returns. */
_Noreturn void hd_control_start(int (*main_function)(int, char **, char **), int argc, char **argv,
				uintptr_t main_sp);

const struct hd_strategy_ops *hd_control_strategy(void);
void *hd_control_strategy_state(void);
void hd_control_born(hd_tid child, hd_tid parent);

/* End the run, whose outcome is in slot->failure: back to the loop. */
_Noreturn void hd_control_end_run(void);
/* This process is a child of the program's that goes on under control: no part of the schedule. Its own
 * choices follow from the seed. */
void hd_control_child(uint64_t seed);
/* A replay met something else than its schedule says. */
_Noreturn void hd_control_diverged(const hd_tid *ready, unsigned nready, const struct hd_op *ops);
/* The run needs more threads than were prepared. */
_Noreturn void hd_run_grow(void);
_Noreturn void hd_run_stopped(void);
