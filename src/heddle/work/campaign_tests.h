/* SPDX-License-Identifier: Apache-2.0
 *
 * What a campaign searches: a test for each program, each of its inputs, and each test of test programs and
 * builds. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/suite/suite.h"
#include "heddle/work/campaign_file.h"

struct hd_campaign_tests {
	struct hd_suite suite; /* names are unique; `input` is an argument, or else the standard input */
	size_t *entries;       /* of the file, by test         */
	size_t cap;
};

/* `path` of the file is for sentences; what it names is found from here. 0, or HD_EXIT_TROUBLE after a
 * sentence. */
int hd_campaign_tests_make(struct hd_campaign_tests *t, const char *path, const struct hd_campaign_file *f,
			   struct hd_signals *signals);
void hd_campaign_tests_free(struct hd_campaign_tests *t);
/* The test with this name; NULL: there is none. */
struct hd_suite_test *hd_campaign_test_named(const struct hd_campaign_tests *t, const char *name);
