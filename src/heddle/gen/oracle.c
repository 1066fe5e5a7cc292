/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/oracle.h"

#include <string.h>

/* All orders at once: they are few and short. What each gave is in ends[]. */
static int run_orders(const struct hd_oracle *o, const struct hd_test *t, struct hd_job_end *ends,
		      unsigned *n)
{
	uint32_t orders[GEN_ORDERS], numbers[GEN_ORDERS];
	struct gen_job job;
	int status = 0;

	*n = hd_test_orders(t, orders);
	hd_test_job(o->model, t, o->linearizable, &job);
	for (unsigned i = 0; i < *n && !status; i++) {
		job.order = orders[i];
		status = hd_job_submit(o->runner, &job, &numbers[i]);
	}
	for (unsigned i = 0; i < *n && !status; i++) {
		status = hd_job_await(o->runner, numbers[i]);
		ends[i] = *hd_job_end_of(o->runner, numbers[i]);
	}
	return status;
}

static bool is_bad(const struct hd_job_end *end)
{
	return end->outcome != HD_OUT_PASSED || end->state != GEN_DONE;
}

int hd_oracle_orders_fail(const struct hd_oracle *o, const struct hd_test *t, bool *fails)
{
	struct hd_job_end ends[GEN_ORDERS];
	unsigned n;
	int status = run_orders(o, t, ends, &n);

	*fails = false;
	for (unsigned i = 0; !status && i < n; i++)
		*fails |= is_bad(&ends[i]);
	return status;
}

int hd_oracle_allowed(const struct hd_oracle *o, const struct hd_test *t, struct hd_allowed *allowed)
{
	uint32_t orders[GEN_ORDERS];
	struct gen_job job;
	int status = 0;

	allowed->n = hd_test_orders(t, orders);
	hd_test_job(o->model, t, o->linearizable, &job);
	for (unsigned i = 0; i < allowed->n && !status; i++) {
		uint32_t number;

		job.order = orders[i];
		status = hd_job_submit(o->runner, &job, &number);
		if (!status)
			status = hd_job_await(o->runner, number);
		if (!status)
			memcpy(allowed->values[i], hd_job_ended(o->runner, number)->values,
			       sizeof allowed->values[i]);
	}
	return status;
}

int hd_oracle_job(const struct hd_oracle *o, const struct hd_test *t, uint32_t runs, struct gen_job *job)
{
	struct hd_job_end ends[GEN_ORDERS];
	unsigned n = 0;
	int status = 0;

	hd_test_job(o->model, t, o->linearizable, job);
	job->concurrent = 1;
	job->wanted = runs;
	if (!o->linearizable)
		return 0;
	status = run_orders(o, t, ends, &n);
	job->checks = 1;
	for (unsigned i = 0; !status && i < n; i++) {
		job->allowed[job->nallowed++] = ends[i].results;
		if (is_bad(&ends[i]))
			job->checks = 0;
	}
	return status;
}

int hd_oracle_violates(const struct hd_oracle *o, const struct hd_test *t, uint32_t runs,
		       const struct hd_job_end *like, bool *violates)
{
	struct gen_job job;
	struct hd_job_end end = {0};
	bool fails;
	int status = hd_oracle_job(o, t, runs, &job);

	*violates = false;
	if (!status)
		status = hd_job_run(o->runner, &job, &end);
	if (status || end.outcome != like->outcome ||
	    (end.state == GEN_WRONG_RESULT) != (like->state == GEN_WRONG_RESULT))
		return status;
	status = hd_oracle_orders_fail(o, t, &fails);
	*violates = !status && !fails;
	return status;
}
