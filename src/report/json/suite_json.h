/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a whole `heddle suite` as JSON. Strings belong to the caller. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct hd_suite_row {
	const char *name, *group;
	char *const *argv;
	size_t nargv;
	const char *verdict;
	uint64_t runs, threads, findings;
	double seconds;
	const char *kind, *message; /* or NULL */
	const char *bug;	    /* its folder, or NULL */
};

struct hd_suite_summary {
	const char *version;
	const char *verdict; /* of the suite */
	double seconds;
	const struct hd_suite_row *rows;
	size_t n;
};

/* 0, or -1 with errno. */
int hd_suite_write_json(const struct hd_suite_summary *s, FILE *f);
