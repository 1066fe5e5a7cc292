/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread-safety violation: made small, written as a program, and shown to fail under `heddle test`. */
#pragma once

#include "heddle/gen/driver_build.h"
#include "heddle/gen/hunt.h"

struct hd_violation {
	struct hd_test test;
	enum hd_outcome outcome;
	bool wrong_result;    /* nothing failed but what the calls gave back */
	const char *strategy; /* of the search that confirmed it */
	char *folder;	      /* test.c, test, report.txt and bug-1 */
};

struct hd_violation_place {
	const char *out; /* folder of violation-N */
	const struct hd_build_words *words;
};

/* Fewest calls and smallest arguments that still violate. 0, or as hd_job_await. */
int hd_violation_minimise(const struct hd_oracle *o, struct hd_suspect *s);
/* Write and confirm it; `allowed` if its fault is a wrong result. 0; 1: it does not fail as a program of its
 * own, and nothing was left behind; HD_EXIT_TROUBLE after a sentence; or HD_COMMAND_STOPPED,
 * and nothing was left behind. */
int hd_violation_make(const struct hd_model *m, const struct hd_suspect *s, const struct hd_allowed *allowed,
		      const struct hd_violation_place *at, struct hd_violation *out);
void hd_violation_print(const struct hd_model *m, const struct hd_violation *v, FILE *f);
/* Of one kind, of the same functions. */
bool hd_violation_same(const struct hd_violation *v, const struct hd_suspect *s);
void hd_violation_term(struct hd_violation *v);
