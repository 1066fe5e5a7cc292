/* SPDX-License-Identifier: Apache-2.0
 *
 * The program that is replayed under a debugger: its traced process, which is started again for each way
 * back, and what goes around it. */
#pragma once

#include "heddle/debug/code_map.h"
#include "heddle/debug/debug_server.h"
#include "heddle/debug/stop_points.h"
#include "heddle/debug/tracee.h"
#include "heddle/workers/workers.h"
#include "model/schedule/schedule.h"
#include "symbol/unwind.h"

/* Why the process stands where it stands. */
enum hd_halt {
	HD_HALT_BEGINS,	   /* at the beginning of main                        */
	HD_HALT_STEPPED,   /* it has made the step that was asked for         */
	HD_HALT_BREAK,	   /* at a breakpoint of the debugger                 */
	HD_HALT_PASSING,   /* at a breakpoint of HD_POINT_PASSING             */
	HD_HALT_WATCH,	   /* `triggered` was touched                         */
	HD_HALT_DECISION,  /* before a step of the schedule                   */
	HD_HALT_FAILS,	   /* just before the failure                         */
	HD_HALT_ENDS,	   /* the run is over                                 */
	HD_HALT_INTERRUPT, /* the debugger wanted it to                       */
	HD_HALT_DIED,	   /* the process has ended: tracee.status says how   */
	HD_HALT_LEFT	   /* the debugger has gone while it ran              */
};

struct hd_debuggee {
	struct hd_target target;
	const struct hd_schedule *schedule;
	struct hd_workers *workers;
	struct hd_wire_worker *slot;
	struct hd_tracee tracee;
	struct hd_stop_points points;
	struct hd_code_map code;
	struct hd_unwinder *unwinder; /* NULL: not needed yet */
	struct hd_debug_server around;
	bool surrounded; /* `around` has begun */
	enum hd_halt halt;
	struct hd_watchpoint triggered;
	uint64_t moves;	    /* grows whenever the process goes on                  */
	uint64_t described; /* `moves` when the threads were described last      */
	int connection;	    /* with the debugger; -1: there is none */
	uint64_t starts;    /* how often the process was started */
};

/* End it, and what goes around it. */
void hd_debuggee_end(struct hd_debuggee *d);
/* The outcome of the run, if it is over. */
enum hd_outcome hd_debuggee_outcome(const struct hd_debuggee *d);
