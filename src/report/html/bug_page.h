/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a failure: what failed and why, the commands to look further, the run step by step, and what
 * the program printed. Without scripts, and on paper, the steps that matter and their source are there. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "report/report.h"

struct hd_bug_page {
	const struct hd_report *report;
	const char *folder; /* of the failure, for commands */
	const char *name;   /* of the failure: "bug-1" */
	const char *output; /* of the program, or NULL: it printed nothing */
	const char *index;  /* address of the list of failures, or NULL */
	bool every_step;    /* the report has all the steps that can be listed */
};

/* 0, or -1 with errno. */
int hd_bug_page_write(const struct hd_bug_page *p, FILE *f);
