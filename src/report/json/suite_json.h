/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a whole `heddle suite` as JSON. Strings belong to the caller. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct hd_suite_coverage { /* interleavings that the runs with an input have exposed */
	uint64_t covered;
	uint64_t adds;	/* and those with the inputs of higher yield have not */
	uint64_t alone; /* and those with no other input have                 */
};

struct hd_suite_row {
	const char *name, *group;
	char *const *argv;
	size_t nargv;
	const char *input; /* file that is its standard input; NULL: none */
	const char *verdict;
	uint64_t runs, threads, findings;
	double seconds;
	const char *kind, *message;		  /* or NULL */
	const char *bug;			  /* its folder, or NULL */
	const struct hd_suite_coverage *coverage; /* of an input; NULL: it is none, or not known */
};

struct hd_suite_known { /* a failure of an earlier search that was tried again */
	const char *test;
	const char *state; /* "fixed", "regressed", "still failing", "cannot be tried" */
	const char *what;  /* its folder and message */
};

struct hd_suite_campaign { /* of `heddle campaign`: names of tests, beside the last campaign */
	const char *name;
	bool goes_on; /* with one that was interrupted */
	int64_t last; /* when the last one began, seconds since 1970; 0: there was none */
	const char **new_failures, **still_failing, **no_longer;
	size_t nnew_failures, nstill_failing, nno_longer;
	struct hd_suite_known *known;
	size_t nknown;
	uint64_t fresh; /* interleavings that no earlier search had exposed */
};

struct hd_suite_summary {
	const char *version;
	const char *verdict; /* of the suite */
	double seconds;
	const struct hd_suite_row *rows;
	size_t n;
	const struct hd_suite_campaign *campaign; /* NULL: it is none */
};

/* 0, or -1 with errno. */
int hd_suite_write_json(const struct hd_suite_summary *s, FILE *f);
