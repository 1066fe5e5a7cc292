/* SPDX-License-Identifier: Apache-2.0
 *
 * The backtracking points that there are, and when a run makes another one. engine/backtrack.h says what they
 * are for, makes them and lets runs begin there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/own.h"
#include "runtime/common/rt.h"
#include "runtime/memory/image.h"
#include "runtime/memory/own_pages.h"
#include "wire/wire.h"

#define HD_MAX_BACKPOINTS 8
#define HD_POINT_NEAR	  4096 /* the work that a point must save shortly before the decision that changes … */
#define HD_POINT_FAR                                                                                         \
	16384 /* … and anywhere else: see hd_backpoints_work()                                   */

struct hd_backpoint {
	uint64_t decided; /* decisions of the strategy before it                 */
	uint64_t work;	  /* that it saves                                       */
	uint64_t steps, accesses;
	bool used;	    /* a run has begun here                                */
	uint32_t mark;	    /* of what was learnt by then: see hooks.h             */
	uint64_t nschedule; /* steps and values recorded                           */
	struct hd_wire_early early;
	char *of_run; /* the strategy's state of the run                     */

	/* in place: see engine/point_image.h */
	struct hd_image image;
	struct hd_own_pages pages;

	/* in a forked run: see engine/point_process.h */
	pid_t process;	 /* 0: none                                             */
	uint32_t bell;	 /* a futex, by __atomic_ functions: 1: make a branch   */
	uint32_t branch; /* the same: the process of the branch; 0: not yet     */
};

struct hd_backpoint_list {
	pid_t control; /* the process of the control loop                                            */
	bool possible;
	bool spoilt;	/* no point may be used: see hd_backpoints_spoil()                                */
	bool off;	/* the run under way makes no points                                          */
	bool near;	/* the run has not come to the decision that changes                          */
	bool stopped;	/* the run under way stands still, to become a point                          */
	unsigned made;	/* in the run under way                                                       */
	unsigned n;	/* points, by depth                                                           */
	unsigned start; /* where the run begins: index plus one; 0: at main                           */
	unsigned doubt; /* points were made in vain lately: the next must save 2^doubt times as much  */
	uint64_t keeps; /* decisions of the run before that the run under way repeats                 */
	uint64_t work;	/* of the last run                                                            */
	uint32_t points_known; /* shared sites that the points' runs began with                       */
	struct hd_plan plan;   /* of the points' runs                                                 */
	struct hd_backpoint *all[HD_MAX_BACKPOINTS]; /* those that are free come last */
};

extern HD_OWN struct hd_backpoint_list
    *hd_backpoints; /* in memory that forked runs share and that no reset touches */

/* How far the run is, in accesses and what takes as long. */
uint64_t hd_backpoints_work(void);
/* What a point must save that is HD_POINT_NEAR or HD_POINT_FAR. */
uint64_t hd_backpoints_price(uint64_t work);
/* A run begins, at main or at a point: when to ask whether a point is worth its price. */
void hd_backpoints_run_begins(void);
/* What was learnt means that the next run has to begin at main. */
void hd_backpoints_spoil(void);
/* There are points, and the next run may begin at one. */
bool hd_backpoints_exist(void);
/* A process that is a point, which no run has left behind. */
bool hd_backpoints_have_process(pid_t pid);
/* The run has come far enough: let it become a point if that is worth its price. */
void hd_backpoints_consider(void);

/* Before each decision. */
static inline void hd_backpoints_look(void)
{
	if (__builtin_expect(
		hd_rt.run.steps >= hd_rt.run.point_step || hd_rt.run.accesses >= hd_rt.run.point_access, 0))
		hd_backpoints_consider();
}
