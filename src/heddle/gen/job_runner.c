/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/job_runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/workers/schedule_record.h"
#include "model/check.h"

#define LOOK_EVERY    0.001 /* seconds between looks at the queue */
#define QUICK_LOOKS   10    /* before those: most jobs end soon */
#define QUICK_LOOK_US 20
#define RUN_TIMEOUT   5.0 /* seconds for one run */
#define GRACE	      0.2

static int map_job_queue(struct hd_job_runner *r)
{
	int fd;

	r->path = hd_sprintf("%s/queue", r->folder);
	fd = open(r->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof *r->queue)) {
		if (fd >= 0)
			close(fd);
		return hd_complain_errno(errno, "cannot write %s", r->path);
	}
	r->queue = mmap(NULL, sizeof *r->queue, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (r->queue == MAP_FAILED)
		return hd_complain_errno(errno, "cannot map %s", r->path);
	r->queue->size = sizeof *r->queue;
	return 0;
}

int hd_job_runner_init(struct hd_job_runner *r, struct hd_signals *signals, const char *folder,
		       unsigned number, uint64_t seed)
{
	char *driver = hd_sprintf("%s/driver", folder);
	int status;

	*r = (struct hd_job_runner){
	    .signals = signals, .seed = seed, .folder = hd_sprintf("%s/runs-%u", folder, number + 1)};
	status = hd_make_directories(r->folder) ? hd_complain_errno(errno, "cannot make %s", r->folder)
						: map_job_queue(r);
	if (!status)
		status = hd_target_init(&r->target, signals, driver, &r->path, 1, r->folder);
	free(driver);
	return status;
}

static int start_workers(struct hd_job_runner *r)
{
	struct hd_workers *c = &r->workers;

	if (hd_workers_init(c, &r->target, 1))
		return HD_EXIT_TROUBLE;
	c->wire->options = (struct hd_campaign_options){
	    .seed = r->seed, .strategy = -1, .heap = -1, .timeouts = HD_TIMEOUTS_LATE};
	c->wire->keep_going = 1;
	c->wire->checks = HD_CHECK_race | HD_CHECK_lock_order;
	c->wire->run_limit = UINT64_MAX;
	c->timeout = RUN_TIMEOUT;
	r->workers_started = true;
	hd_workers_start(c);
	return 0;
}

void hd_job_runner_rest(struct hd_job_runner *r)
{
	if (!r->workers_started)
		return;
	r->runs += r->workers.wire->workers[0].runs;
	hd_workers_stop(&r->workers, GRACE);
	hd_workers_term(&r->workers);
	r->workers_started = false;
}

void hd_job_runner_term(struct hd_job_runner *r)
{
	hd_job_runner_rest(r);
	if (r->target.program)
		hd_target_term(&r->target);
	if (r->queue && r->queue != MAP_FAILED)
		munmap(r->queue, sizeof *r->queue);
	if (r->path)
		unlink(r->path);
	free(r->path);
	free(r->folder);
}

static uint32_t runs_in_threads(const struct gen_job *job)
{
	return job->started > job->norders ? job->started - job->norders : 0;
}

/* The run under way has failed: its job is over. */
static void job_failed(struct hd_job_runner *r)
{
	static struct hd_wire_failure failure;
	uint32_t number = r->queue->current;
	const struct gen_job *job = &r->queue->jobs[number % GEN_JOBS];
	struct hd_job_end *end = &r->ends[number % HD_JOB_ENDS];

	hd_record_failure(r->workers.wire, 0, &failure);
	*end = (struct hd_job_end){.outcome = (enum hd_outcome)failure.outcome,
				   .state = job->state,
				   .site = failure.site,
				   .runs = runs_in_threads(job),
				   .systematic = runs_in_threads(job) > job->chance};
	snprintf(end->message, sizeof end->message, "%s", failure.message);
	if (r->queue->next == number)
		r->queue->next = number + 1;
	hd_workers_resume(&r->workers, 0);
}

/* The driver has ended it without a failure. */
static bool has_ended_well(struct hd_job_runner *r, uint32_t number)
{
	struct gen_job *job = &r->queue->jobs[number % GEN_JOBS];
	struct hd_job_end *end = &r->ends[number % HD_JOB_ENDS];

	if (job->state != GEN_DONE && job->state != GEN_NO_OBJECT)
		return false;
	*end = (struct hd_job_end){.outcome = HD_OUT_PASSED,
				   .state = job->state,
				   .runs = runs_in_threads(job),
				   .exhausted = job->exhausted};
	return true;
}

static int see_event(struct hd_job_runner *r)
{
	struct hd_workers_event e;

	hd_workers_next(&r->workers, hd_now() + LOOK_EVERY, &e);
	switch (e.what) {
	case HD_WORKERS_FAILURE:
		job_failed(r);
		return 0;
	case HD_WORKERS_TROUBLE:
	case HD_WORKERS_END:
		return hd_complain("the driver cannot be run: %s",
				   r->workers.trouble ? r->workers.trouble : "it has ended");
	default:
		return 0;
	}
}

int hd_job_await(struct hd_job_runner *r, uint32_t number)
{
	HD_ASSERT(number < r->queue->filled && number + HD_JOB_ENDS >= r->queue->filled, "job %u of %u",
		  number, (unsigned)r->queue->filled);
	if (!r->workers_started && start_workers(r))
		return HD_EXIT_TROUBLE;
	for (unsigned looks = 0;
	     r->ends[number % HD_JOB_ENDS].outcome == HD_OUT_NONE && !has_ended_well(r, number); looks++) {
		int status = 0;

		if (looks < QUICK_LOOKS)
			usleep(QUICK_LOOK_US);
		else
			status = see_event(r);
		if (status)
			return status;
		if (r->signals->interrupts)
			return -1;
	}
	return 0;
}

int hd_job_submit(struct hd_job_runner *r, const struct gen_job *job, uint32_t *number)
{
	int status;

	*number = r->queue->filled;
	status = *number >= GEN_JOBS ? hd_job_await(r, *number - GEN_JOBS) : 0;
	if (status)
		return status;
	r->queue->jobs[*number % GEN_JOBS] = *job;
	r->ends[*number % HD_JOB_ENDS] = (struct hd_job_end){.outcome = HD_OUT_NONE};
	r->queue->filled = *number + 1;
	return 0;
}

const struct hd_job_end *hd_job_end_of(const struct hd_job_runner *r, uint32_t number)
{
	return &r->ends[number % HD_JOB_ENDS];
}

const struct gen_job *hd_job_ended(const struct hd_job_runner *r, uint32_t number)
{
	return &r->queue->jobs[number % GEN_JOBS];
}

int hd_job_run(struct hd_job_runner *r, const struct gen_job *job, struct hd_job_end *end)
{
	uint32_t number;
	int status = hd_job_submit(r, job, &number);

	if (!status)
		status = hd_job_await(r, number);

	*end = *hd_job_end_of(r, number);
	return status;
}
