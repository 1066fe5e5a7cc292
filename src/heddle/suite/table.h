/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a suite: as a table, as JSON and as JUnit XML. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "heddle/suite/options.h"
#include "heddle/suite/suite.h"

/* A line for each test, those that failed last; with `quiet` only these. Then a sentence, and how to replay.
 */
void hd_suite_print(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f);
/* Let it write the results; `campaign` may be NULL. 0, or -1 with errno, as it says. */
int hd_suite_with_summary(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			  const struct hd_suite_campaign *campaign,
			  int (*write)(const struct hd_suite_summary *summary, FILE *f), FILE *f);
/* The same into a file, or to the standard output if that is called "-". 0, or HD_EXIT_TROUBLE after a
 * sentence. */
int hd_suite_write_summary(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			   const struct hd_suite_campaign *campaign,
			   int (*write)(const struct hd_suite_summary *summary, FILE *f), const char *path);
/* 0, or -1 with errno. */
int hd_suite_print_json(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f);
int hd_suite_print_junit(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			 int64_t started, const char *name, FILE *f);
/* "failed", "error", "passed" … of the whole. */
const char *hd_suite_verdict(const struct hd_suite *s);
/* The exit status of the command. `trouble`: something could not be done, besides what the tests tell. */
int hd_suite_status(const struct hd_suite *s, bool trouble);
