/* SPDX-License-Identifier: Apache-2.0
 *
 * Running a schedule again, once or many times, and comparing what happens with what it says. */
#pragma once

#include "heddle/workers/watched_orders.h"
#include "heddle/workers/workers.h"
#include "model/schedule/schedule.h"

struct hd_rerun_options {
	uint64_t times;
	enum hd_reset reset;
	bool trace;		    /* record every step, for a report */
	bool races;		    /* … and look for data races in it */
	struct hd_capture *capture; /* of the program's output, or NULL */
	int output;		    /* HD_OUTPUT_*, when there is no capture */
	double timeout;
	bool timeout_adapts;
	bool patient;  /* after Ctrl-C it still has some time to end */
	bool progress; /* tell on standard error how far it is, if it takes long */
	struct hd_watched_orders orders;
	double seconds;	 /* no new replay after that long; 0: no limit */
	double deadline; /* hd_now() at which it is cut off; 0: never */
};

struct hd_rerun {
	struct hd_workers workers;
	const struct hd_schedule *schedule;
	uint64_t times;
	double until, deadline;
	bool patient, progress;
	bool cut;	    /* it was cut off: there was no time left, or the user does not want to wait */
	uint64_t identical; /* runs that ended as the schedule says, with the same hash                    */
	uint64_t other;	    /* runs that ended in another way, or with another hash                        */
	uint64_t passed;    /* runs without a failure, when the schedule says that there is one            */
	uint64_t diverged;  /* runs in which a step did not fit                                            */
	bool trouble; /* it could not be run: a sentence is in workers.trouble                          */
	struct hd_wire_failure last; /* what happened last, in a run that did not pass                     */
	bool last_known;
	uint64_t last_hash;
	uint64_t diverged_step; /* of the first run that diverged …                                        */
	struct hd_step expected,
	    actual; /* … what it should have done, and was about to do (sites of the wire) */

	uint64_t hash_run, hash_value; /* the last run known to have ended, and its hash */
	bool hash_known;
};

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_rerun_init(struct hd_rerun *r, const struct hd_target *t, const struct hd_schedule *s,
		  const struct hd_rerun_options *o);
/* Do it. The wire stays for a report until hd_rerun_term. */
void hd_rerun_go(struct hd_rerun *r);
/* How many replays have ended. */
uint64_t hd_rerun_done(const struct hd_rerun *r);
void hd_rerun_term(struct hd_rerun *r);
