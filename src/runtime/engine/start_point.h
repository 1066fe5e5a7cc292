/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs begin where they can begin to differ. What a program does before it creates its first thread is the
 * same in every run, so a run that comes there may become a start point: an image of memory, in which later
 * runs begin instead of at main. There is one for each heap mode. In place each such run gets a copy of the
 * image; where each run is a fork, the process that forks puts the image into its own memory, once.
 *
 * The state of the run itself (its plan, its strategy, its number) is that of the new run, also where it
 * begins at the start point. So a run that has already used something of its own by then, such as a random
 * number, a step or a fact, or has changed something that is not memory, becomes none (docs/backtracking.md).
 */
#pragma once

#include <stdbool.h>

#include "model/plan.h"

/* Before the first run. */
void hd_start_point_init(void);

/* ---- between runs, in the control loop ---- */

/* A run with this plan comes next: if it can begin at a start point, let memory become that of the point.
 * True: memory has changed by that. */
bool hd_start_point_prepare(const struct hd_plan *plan);
/* hd_rt.run is set up for the run: decide where it begins. */
void hd_start_point_run_begins(void);

/* ---- in the process that carries the run out, on the control stack ---- */

/* True: the run goes on from the start point. */
bool hd_start_point_resume(void);
/* The run begins at main. */
void hd_start_point_not_used(void);
/* The run has stopped in order to become a start point: make it one. False: it has ended. */
bool hd_start_point_take(void);

/* ---- on a fiber ---- */

/* The running thread is about to create another one. */
void hd_start_point_look(void);
