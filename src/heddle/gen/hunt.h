/* SPDX-License-Identifier: Apache-2.0
 *
 * The search for tests that fail: batches of candidates and tests, run and judged. */
#pragma once

#include "gen/tests/generator.h"
#include "heddle/gen/oracle.h"

struct hd_suspect { /* a test that fails though its calls do not, one after the other */
	struct hd_test test;
	struct hd_job_end end;
};

struct hd_hunt_limits {
	double until;	/* hd_now() at which the search ends */
	uint64_t tests; /* after which it ends; UINT64_MAX: no limit */
};

struct hd_hunt {
	const struct hd_model *model;
	const struct hd_oracle *oracles; /* one for each runner: tests are dealt out to them in turn */
	unsigned noracles;
	struct hd_generator generator;
	struct hd_experience *experience;
	struct hd_hunt_limits limits;
	uint64_t tests;	     /* concurrent tests that were run */
	uint64_t exhausted;  /* … under all schedules that they have */
	uint64_t sequences;  /* candidates that were run alone … */
	uint64_t rejected;   /* … and failed */
	uint64_t discarded;  /* tests that failed, as an order of their calls does */
	uint64_t saved_runs; /* that systematic searches have not needed, for those that need more */
	unsigned idle;	     /* batches in a row in which nothing was run */
};

enum hd_hunt_end { HD_HUNT_SUSPECT, HD_HUNT_OVER, HD_HUNT_INTERRUPTED, HD_HUNT_TROUBLE };

/* Go on until there is a suspect or the search is over. */
enum hd_hunt_end hd_hunt_go_on(struct hd_hunt *h, struct hd_suspect *out);
