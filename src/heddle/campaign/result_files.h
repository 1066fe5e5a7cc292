/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a search for other programs: SARIF, JUnit XML, annotations. */
#pragma once

#include "base/file.h"
#include "heddle/cli/search_options.h"
#include "report/results.h"

struct hd_result_files {
	struct hd_outfile sarif, junit;
	char *root; /* see report/source_root.h */
};

/* Before the search, so that what cannot be written is told at once. 0, or HD_EXIT_TROUBLE after a sentence.
 */
int hd_result_files_open(struct hd_result_files *r, const struct hd_test_options *o);
/* After it; annotations go to `out`. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_result_files_write(struct hd_result_files *r, const struct hd_test_options *o,
			  const struct hd_search_results *s, FILE *out);
void hd_result_files_term(struct hd_result_files *r);
