/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/oracle.h"

#include <string.h>

int hd_oracle_orders_fail(const struct hd_oracle *o, const struct hd_test *t, bool *fails)
{
	struct gen_job job;
	struct hd_job_end end;
	int status;

	hd_test_job(o->model, t, o->linearizable, &job);
	job.norders = hd_test_orders(t, job.orders);
	status = hd_job_run(o->runner, &job, &end);
	*fails = end.outcome != HD_OUT_PASSED || end.state != GEN_DONE;
	return status;
}

int hd_oracle_allowed(const struct hd_oracle *o, const struct hd_test *t, struct hd_allowed *allowed)
{
	uint32_t orders[GEN_ORDERS];
	struct gen_job job;
	int status = 0;

	allowed->n = hd_test_orders(t, orders);
	hd_test_job(o->model, t, o->linearizable, &job);
	job.checks = 1;
	for (unsigned i = 0; i < allowed->n && !status; i++) {
		uint32_t number;

		job.orders[0] = orders[i];
		status = hd_job_submit(o->runner, &job, &number);
		if (!status)
			status = hd_job_await(o->runner, number);
		if (!status)
			memcpy(allowed->values[i], hd_job_ended(o->runner, number)->values,
			       sizeof allowed->values[i]);
	}
	return status;
}

void hd_oracle_job(const struct hd_oracle *o, const struct hd_test *t, struct hd_effort effort,
		   struct gen_job *job)
{
	hd_test_job(o->model, t, o->linearizable, job);
	job->norders = o->linearizable ? hd_test_orders(t, job->orders) : 0;
	job->checks = o->linearizable;
	job->chance = effort.chance;
	job->systematic = effort.systematic;
}

int hd_oracle_violates(const struct hd_oracle *o, const struct hd_test *t, struct hd_effort effort,
		       const struct hd_job_end *like, bool *violates)
{
	struct gen_job job;
	struct hd_job_end end = {0};
	bool fails;
	int status;

	*violates = false;
	hd_oracle_job(o, t, effort, &job);
	status = hd_job_run(o->runner, &job, &end);
	if (status || end.outcome != like->outcome ||
	    (end.state == GEN_WRONG_RESULT) != (like->state == GEN_WRONG_RESULT))
		return status;
	status = hd_oracle_orders_fail(o, t, &fails);
	*violates = !status && !fails;
	return status;
}
