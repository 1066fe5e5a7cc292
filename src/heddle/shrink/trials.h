/* SPDX-License-Identifier: Apache-2.0
 *
 * Experiments with the schedule of a failure: a worker carries out one outline after the other, at the
 * scheduling points of that schedule, and tells how each run ended. How many it may carry out is counted in
 * runs and steps, so that the same experiments are made on any machine; a limit in seconds only ends what
 * takes far too long. */
#pragma once

#include "heddle/shrink/outline.h"
#include "heddle/supervisor/rerun.h"

struct hd_trials_options {
	uint64_t runs;	/* at most */
	uint64_t steps; /* of all of them */
	enum hd_reset reset;
	double timeout;	 /* seconds for one run */
	double deadline; /* hd_now() at which no other run begins */
	/* How many runs have to end in the same way before that counts: more than one where something outside
	 * of the program could make a run end in another way by chance. */
	unsigned repeats;
	struct hd_watched_orders orders; /* a run that fails with one of them fails in another way */
};

struct hd_trials {
	struct hd_rerun rerun;
	uint64_t runs, steps; /* carried out so far */
	uint64_t runs_most, steps_most;
	double deadline;
	unsigned repeats;
	bool started;
	bool over;			 /* no other run is possible */
	struct hd_wire_failure *failure; /* how the last run ended; only the outcome if that is no failure */
	struct hd_run_size size;	 /* of the last run */
};

/* False: there are no experiments with such a schedule, because other programs belong to the run, or because
 * it takes long to see that the failure has happened. */
bool hd_trials_possible(const struct hd_schedule *s);
/* Another process had a part in the run, or the machine's speed. */
bool hd_outside_takes_part(const struct hd_schedule *s);
/* False: no experiments can be made; a sentence was said. */
bool hd_trials_init(struct hd_trials *t, const struct hd_target *target, const struct hd_schedule *s,
		    const struct hd_trials_options *o);
/* One run; false: it was not carried out or did not end, and no other run is possible. */
bool hd_trials_run(struct hd_trials *t, const struct hd_outline *o);
/* The same with what is in the script of the worker already. */
bool hd_trials_go(struct hd_trials *t);
/* The plan of the runs to come, to be changed in place. */
struct hd_plan *hd_trials_plan(struct hd_trials *t);
/* The steps of the last run. */
const struct hd_step *hd_trials_steps(const struct hd_trials *t, size_t *n);
void hd_trials_term(struct hd_trials *t);
