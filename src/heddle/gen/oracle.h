/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a failure of a concurrent test is the library's fault: it is if no order of the same calls, one
 * after the other in one thread, fails. */
#pragma once

#include "gen/emit/test_text.h"
#include "heddle/gen/job_runner.h"

struct hd_effort {	     /* runs of a test in threads */
	uint32_t chance;     /* by chance, and towards races that they show */
	uint32_t systematic; /* … and then in order, at most */
};

struct hd_oracle {
	const struct hd_model *model;
	struct hd_job_runner *runner;
	bool linearizable; /* results count, too */
};

/* The test as a concurrent job. With `linearizable` all orders are run first, to know which results are
 * right.
 */
void hd_oracle_job(const struct hd_oracle *o, const struct hd_test *t, struct hd_effort effort,
		   struct gen_job *job);
/* Run all orders of the calls. *fails: one of them does. 0, or as hd_job_await. */
int hd_oracle_orders_fail(const struct hd_oracle *o, const struct hd_test *t, bool *fails);
/* What the calls of the test give back in each order. Nothing else may be under way. */
int hd_oracle_allowed(const struct hd_oracle *o, const struct hd_test *t, struct hd_allowed *allowed);
/* Both: the test fails concurrently like that with that effort, and no order of its calls fails. */
int hd_oracle_violates(const struct hd_oracle *o, const struct hd_test *t, struct hd_effort effort,
		       const struct hd_job_end *like, bool *violates);
