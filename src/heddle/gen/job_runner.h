/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs jobs (gen/driver/jobs.h) by the driver, under Heddle's scheduler: one worker, reset in place, some ten
 * thousand runs a second. Jobs are numbered from 0 on and end in order. */
#pragma once

#include "gen/driver/jobs.h"
#include "heddle/supervisor/worker_events.h"

struct hd_job_end {
	enum hd_outcome outcome; /* HD_OUT_PASSED: no run failed */
	uint32_t state;		 /* enum gen_job_state */
	uint32_t runs;		 /* in threads */
	bool exhausted;		 /* all schedules were run */
	bool systematic;	 /* the run that failed was one of a systematic search */
	uint32_t site;		 /* of the failure, on the wire */
	char message[512];	 /* of the failure */
};

#define HD_JOB_ENDS 4096 /* jobs whose end is remembered: more than are ever asked for */

struct hd_job_runner {
	struct hd_signals *signals;
	struct hd_target target;
	struct hd_workers workers;
	bool workers_started;
	struct gen_queue *queue;
	char *path;   /* of the queue's file */
	char *folder; /* where the driver runs */
	uint64_t seed;
	struct hd_job_end ends[HD_JOB_ENDS]; /* of job n: [n % HD_JOB_ENDS] */
	uint64_t runs;			     /* in all */
};

/* `folder` is the absolute path of where the driver is. The runner with that number, of several, runs it in a
 * folder of its own below: what the library does to files it does there. 0, or HD_EXIT_TROUBLE after a
 * sentence.
 */
int hd_job_runner_init(struct hd_job_runner *r, struct hd_signals *signals, const char *folder,
		       unsigned number, uint64_t seed);
void hd_job_runner_term(struct hd_job_runner *r);

/* Add a job; *number is what it gets. When the queue is full, waits until the oldest one has ended. As
 * hd_job_await. */
int hd_job_submit(struct hd_job_runner *r, const struct gen_job *job, uint32_t *number);
/* Wait until the job has ended. 0; HD_EXIT_TROUBLE after a sentence; or -1 when the user wants to stop. */
int hd_job_await(struct hd_job_runner *r, uint32_t number);
const struct hd_job_end *hd_job_end_of(const struct hd_job_runner *r, uint32_t number);
/* The job itself, with what its calls gave back; of one that has ended and has no GEN_JOBS others behind it.
 */
const struct gen_job *hd_job_ended(const struct hd_job_runner *r, uint32_t number);
/* Submit one job and wait for it. As hd_job_await. */
int hd_job_run(struct hd_job_runner *r, const struct gen_job *job, struct hd_job_end *end);
/* End the worker's process: nothing is to run while a test is compiled. The next job starts another one. */
void hd_job_runner_rest(struct hd_job_runner *r);
