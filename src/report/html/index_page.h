/* SPDX-License-Identifier: Apache-2.0
 *
 * The first page of a report: failures with links to their pages, findings, and what was covered. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "report/coverage/coverage.h"
#include "report/report.h"

struct hd_index_failure {
	char *page; /* its address */
	char *name; /* "bug-1" */
	char *program, *kind, *message;
	char *cause; /* or NULL */
};

struct hd_index_coverage { /* of a program that the store knows */
	char *page, *program;
	struct hd_coverage coverage;
};

struct hd_index {
	const char *about; /* what the report is about: a folder, a program */
	struct hd_index_failure *failures;
	size_t nfailures;
	struct hd_index_coverage *covered;
	size_t ncovered;
};

/* 0, or -1 with errno. */
int hd_index_page_write(const struct hd_index *x, FILE *f);
