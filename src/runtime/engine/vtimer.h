/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual time passes with the steps of a run, and jumps to the next deadline when nothing else can go on. A
 * deadline is that of a waiting thread, or a timer: something that is to happen at a time although no thread
 * waits for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

/* What is to happen, in a structure of its owner's. fire() may set the timer again; it runs between two
 * steps, on no thread's behalf: it makes threads ready and announces nothing. */
struct hd_vtimer {
	uint64_t at;  /* virtual time */
	uint64_t due; /* the same in real time, beside children that go on natively */
	bool eager;   /* it may fire before its time when the plan of the run allows that: a machine may be so
		       * slow that the time passes between any two steps */
	uint32_t site; /* where it was set */
	uint64_t step; /* it fires then at the latest; UINT64_MAX: only time counts */
	void (*fire)(struct hd_vtimer *t);
	struct hd_vtimer *next;
	bool set;
};

void hd_vtimer_set(struct hd_vtimer *t, uint64_t at);
void hd_vtimer_unset(struct hd_vtimer *t);
/* The time of the next timer, HD_NO_DEADLINE if none is set. */
uint64_t hd_vtimers_next(void);
/* Let the timers go off whose time has come: after a wait that ended by its own deadline. */
void hd_vtimers_catch_up(void);

/* It is this time now, and no thread has run meanwhile. */
void hd_vtime_skip_to(uint64_t at);

/* ---- for the scheduler ---- */

void hd_deadlines_run_begin(void);
/* In a new process: timers are not inherited. */
void hd_vtimers_forget(void);
/* A thread begins and ends to wait until t->deadline. */
void hd_deadline_enter(struct hd_thread *t);
void hd_deadline_leave(struct hd_thread *t);
/* A step takes its time: deadlines that have passed make their threads ready and their timers fire. */
void hd_time_step(void);
/* Nothing can go on but by waiting: the time of the next deadline, HD_NO_DEADLINE if there is none. */
uint64_t hd_time_next(void);
/* That time is so far ahead that it is a watchdog's. */
bool hd_time_is_far(void);
/* … and the real time at which it would have come if time had passed as outside since the wait began; 0: that
 * is not known. */
uint64_t hd_time_next_due(void);
/* Children that go on natively are about to be made: from now on real times are known. */
void hd_deadlines_become_real(void);
/* Let it be that time. False: there is no deadline. */
bool hd_time_jump(void);
