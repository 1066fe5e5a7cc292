/* SPDX-License-Identifier: Apache-2.0
 *
 * Backtracking points: runs of a systematic search begin where they first differ from the run before, and not
 * at main. A point is a run that was stopped between two steps; there are a few of them, each deeper in the
 * run than the one before (state/backpoints.h). What a point is depends on how runs are reset: an image of
 * memory (point_image.h), or a process that waits (point_process.h). A process that makes one run only has
 * none: it replays the steps before.
 *
 * No run differs by it in anything but time: where a point could not be put back to exactly what it was,
 * there is none (docs/backtracking.md). */
#pragma once

#include <stdbool.h>

#include "runtime/state/backpoints.h"

/* Before the first run. */
void hd_backtrack_init(void);

/* ---- between runs, in the control loop ---- */

/* The strategy has begun the next run. Points that this run does not pass are given up. */
void hd_backtrack_run_begins(void);
/* Where the run begins; NULL: at main. */
struct hd_backpoint *hd_backtrack_start(void);
/* The point cannot be used after all: give it up, and all others. */
void hd_backtrack_give_up(void);

/* ---- in the process that carries the run out, on the control stack ---- */

/* The memory is that of the point: the run goes on from there. */
void hd_backtrack_resumed(struct hd_backpoint *p);
/* The run has stopped in order to become a point: make it one. False: it has ended. */
bool hd_backtrack_take(void);
void hd_backtrack_run_ends(void);
