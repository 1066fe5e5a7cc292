/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a suite: as a table, as JSON and as JUnit XML. */
#pragma once

#include <stdio.h>

#include "heddle/suite/options.h"
#include "heddle/suite/suite.h"

/* A line for each test, those that failed last; with `quiet` only these. Then a sentence, and how to replay.
 */
void hd_suite_print(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f);
/* 0, or -1 with errno. */
int hd_suite_print_json(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f);
int hd_suite_print_junit(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			 int64_t started, const char *name, FILE *f);
/* "failed", "error", "passed" … of the whole. */
const char *hd_suite_verdict(const struct hd_suite *s);
