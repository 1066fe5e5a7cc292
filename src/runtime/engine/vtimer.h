/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual time passes with the steps of a run, and jumps to the next deadline when no thread can run. A
 * deadline is that of a waiting thread, or a timer: something that is to happen at a time although no thread
 * waits for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/state/virtual_clock.h"

void hd_vtimer_set(struct hd_vtimer *t, uint64_t at);
void hd_vtimer_unset(struct hd_vtimer *t);
/* Fire the timers whose time has come. Called after a wait that ended by its own deadline. */
void hd_vtimers_catch_up(void);

/* ---- for the scheduler ---- */

void hd_deadlines_run_begin(void);
/* Before the first run: the processes of a run share the deadlines of their threads. */
void hd_deadlines_share(void);
/* A thread begins and ends to wait until t->deadline. */
void hd_deadline_enter(struct hd_thread *t);
void hd_deadline_leave(struct hd_thread *t);
/* A step takes its time: deadlines that have passed make their threads ready and their timers fire. */
void hd_time_step(void);
/* No thread can run before time passes: the time of the next deadline, HD_NO_DEADLINE if there is none. */
uint64_t hd_time_next(void);
/* The next deadline is so far ahead that it must be a watchdog's. */
bool hd_time_is_far(void);
/* The real time of the next deadline, beside children that go on natively; 0: not known. */
uint64_t hd_time_next_due(void);
/* The program is about to create a child that goes on natively: give all pending deadlines a real time. */
void hd_deadlines_become_real(void);
/* Set virtual time to the next deadline. False: there is no deadline. */
bool hd_time_jump(void);
