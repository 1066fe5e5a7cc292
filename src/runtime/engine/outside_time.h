/* SPDX-License-Identifier: Apache-2.0
 *
 * Real time and virtual time while other processes are waited for. For the scheduler. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/state/outside_look.h"

void hd_outside_init(void);
void hd_outside_run_begin(void);
/* Give the outside processes that threads wait for a moment of real time. True: a thread became ready. */
bool hd_outside_moment(void);
/* No thread can go on. Waits for real until the outside makes a thread ready (true), or it is time for the
 * next deadline, or no outside process is there that could (false). */
bool hd_outside_idle(uint64_t next_deadline);
/* Let virtual time jump to the next deadline, as hd_time_jump(). If there are outside processes, the jump
 * depends on what they did before, so it is recorded. While threads only spin, the jump waits until real time
 * is that far. */
bool hd_outside_time_jump(bool while_spinning);
/* A thread that computes for long lets virtual time pass, which steps hardly do: another thread that sleeps
 * meanwhile wakes up when as much processor time was used, as it would natively. That moment depends on real
 * time, too, so it is recorded. The first HD_WORK_GRACE_NS of a run's computing do not count, so that runs of
 * usual length do not depend on real time. */
#define HD_WORK_GRACE_NS 250000000ULL

/* Let virtual time jump to the deadlines that have passed if what the processor did counts. */
void hd_outside_catch_up(void);
/* In a replay: make the jumps that were recorded at this place. */
void hd_outside_time_jumps_again(void);
/* The next step of a replay is this thread's: in the recorded run the outside made it ready. */
void hd_outside_await(struct hd_thread *t);
