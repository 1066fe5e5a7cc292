/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual time, and the timers that are set for times of it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "runtime/common/rt.h"

/* Virtual time in nanoseconds since the start of the run; the run starts at HD_EPOCH_SECONDS. */
#define HD_EPOCH_SECONDS 1700000000ULL

static inline uint64_t hd_vtime_now(void)
{
	return hd_rt.run.vtime;
}

static inline void hd_vtime_advance(uint64_t ns)
{
	hd_rt.run.vtime += ns;
}

/* Set virtual time to this time; the time skipped counts as idle, because no thread has run meanwhile. */
static inline void hd_vtime_skip_to(uint64_t at)
{
	hd_rt.run.idle_time += at - hd_rt.run.vtime;
	hd_rt.run.vtime = at;
}

/* A timer, part of a structure of its owner. fire() may set the timer again. It runs between two steps and on
 * no thread's behalf, so it may make threads ready but must not announce an operation. */
struct hd_vtimer {
	uint64_t at;  /* virtual time */
	uint64_t due; /* the same in real time, beside children that go on natively */
	bool eager;   /* it may fire before its time when the plan of the run allows that: a machine may be so
		       * slow that the time passes between any two steps */
	uint32_t site; /* where it was set */
	uint64_t step; /* it fires at this step of the run at the latest; UINT64_MAX: only time counts */
	void (*fire)(struct hd_vtimer *t);
	struct hd_vtimer *next;
	bool set;
};

/* The timers of this process. For the engine, which sets them by vtimer.h. */
struct hd_vtimers {
	struct hd_vtimer
	    *first;    /* by time; those set for the same time in the order in which they were set */
	uint64_t step; /* no timer's last step is earlier */
};
extern HD_OWN struct hd_vtimers hd_vtimers;

/* Put a timer into the list, by its time, and take it out again. */
void hd_vtimer_enter(struct hd_vtimer *t);
void hd_vtimer_leave(struct hd_vtimer *t);
/* Bring hd_vtimers.step up to date. */
void hd_vtimers_find_step(void);
/* In a new process: drop all timers, because a child does not inherit them. */
void hd_vtimers_forget(void);

/* The time of the next timer, HD_NO_DEADLINE if none is set. */
static inline uint64_t hd_vtimers_next(void)
{
	return hd_vtimers.first ? hd_vtimers.first->at : HD_NO_DEADLINE;
}
