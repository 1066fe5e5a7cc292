/* SPDX-License-Identifier: Apache-2.0
 *
 * A plan says how one run is to be carried out. Together with what the program does it determines the
 * run completely; a failure's plan is kept in its schedule file. */
#pragma once

#include <stdint.h>

enum hd_points { HD_POINTS_SHARED, HD_POINTS_ALL, HD_POINTS_SYNC }; /* which accesses are scheduling points */
enum hd_heap_mode { HD_HEAP_QUARANTINE, HD_HEAP_REUSE };	    /* what becomes of freed memory         */
/* When timed waits and timers end: when nothing else can run; or up to some milliseconds before; or at any
 * time. See docs/time.md. */
enum hd_timeouts { HD_TIMEOUTS_LATE, HD_TIMEOUTS_NEAR, HD_TIMEOUTS_EAGER };

#define HD_DEPTH_ALL UINT32_MAX /* a systematic search without a bound */

struct hd_plan {
	uint64_t seed;	   /* of the run's random numbers                                           */
	uint32_t strategy; /* index into hd_strategies[]                                            */
	uint32_t depth; /* the strategy's parameter: PCT's d, delay's number of delays, …; 0 = its default */
	uint32_t points;   /* enum hd_points                                                        */
	uint32_t heap;	   /* enum hd_heap_mode                                                     */
	uint32_t timeouts; /* enum hd_timeouts                                                      */
	uint32_t spurious; /* 1: condvars may wake and weak compare-exchange may fail for no reason */
};

/* What the user asked for; from it and a run's number comes the run's plan. */
struct hd_campaign_options {
	uint64_t seed;
	int strategy;		  /* index into hd_strategies[], or -1 for auto                       */
	uint32_t depth;		  /* 0: vary it                                                       */
	int32_t points;		  /* enum hd_points                                                   */
	int32_t heap;		  /* enum hd_heap_mode, -1: vary it                                   */
	int32_t timeouts;	  /* enum hd_timeouts, -1: vary it                                    */
	int32_t spurious;	  /* 0, 1, -1: vary it, rarely and only later on                      */
	uint32_t goes_on;	  /* 1: with a systematic search that was not finished                */
	uint64_t systematic_seed; /* of systematic runs: of the search that they go on with */
};
