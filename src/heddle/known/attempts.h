/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that go the way of a failure that another build of the program had (strategy/aimed/retrace.h): first
 * with all its steps in their order, then with those around its switches, then at random but for the orders
 * that make the difference. How many there are is counted in runs and steps, so that the same ones are made
 * on any machine; a limit in seconds only ends what takes far too long. */
#pragma once

#include "heddle/known/translate.h"
#include "heddle/shrink/trials.h"

/* A run has failed, the last one of the trials. True: that is enough. */
typedef bool hd_attempt_failed(void *context, struct hd_trials *t);

struct hd_attempt_options {
	uint64_t seed;
	enum hd_reset reset;
	double timeout;	 /* seconds for one run */
	double deadline; /* hd_now() at which no other run begins */
};

struct hd_attempt_result {
	bool possible; /* the program could be started                  */
	bool enough;   /* failed() has said so                          */
	bool cut;      /* there was no time for all of them             */
	uint64_t runs;
	char **avoided; /* operations that are needed and that no run came to: "deposit bank.c:12"; to be
			   freed */
	size_t navoided, avoided_cap;
};

void hd_attempt(const struct hd_translated *x, const struct hd_target *target,
		const struct hd_attempt_options *o, hd_attempt_failed *failed, void *context,
		struct hd_attempt_result *result);
void hd_attempt_result_free(struct hd_attempt_result *r);
