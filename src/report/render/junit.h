/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of tests as JUnit XML, which Jenkins, GitLab, GitHub actions and ctest's dashboards read. Texts may
 * be anything: what is no valid UTF-8, and control characters, become question marks. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum hd_junit_verdict {
	HD_JUNIT_PASSED,
	HD_JUNIT_FAILED,
	HD_JUNIT_ERROR, /* it could not be tested */
	HD_JUNIT_SKIPPED
};

struct hd_junit_case {
	const char *name;  /* of the test: dashboards follow it from build to build by name and class */
	const char *class; /* what the test belongs to, such as its program or fixture */
	const char *file;  /* where it failed, or NULL */
	int line;	   /* 0: not known */
	double seconds;
	enum hd_junit_verdict verdict;
	const char *kind;    /* of the failure, such as "deadlock"; NULL: it passed */
	const char *message; /* one sentence why it did not pass, or NULL */
	const char *report;  /* the whole report, with newlines, or NULL */
	const char *output;  /* what the test printed, with newlines, or NULL */
};

struct hd_junit_suite {
	const char *name;
	int64_t started; /* seconds since 1970; 0: not known */
	double seconds;
	const struct hd_junit_case *cases;
	size_t ncases;
};

/* 0, or -1 with errno. */
int hd_junit_write(const struct hd_junit_suite *s, FILE *f);
