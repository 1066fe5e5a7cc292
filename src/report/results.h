/* SPDX-License-Identifier: Apache-2.0
 *
 * All that a search has found, with the reports themselves, for files that other programs read: SARIF, JUnit
 * XML, annotations. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

struct hd_result {
	struct hd_report *report; /* owned */
	char *folder;		  /* OUT/bug-N; NULL: it has none */
	char *fingerprint;	  /* see fingerprint.h */
	bool failure;		  /* false: a finding of an analysis */
	bool counts;		  /* for verdict and exit status */
	bool known;		  /* the report that --baseline names has it */
};

/* How much a result is worth to a reader: a failure counts; a finding is right, though it need not matter; a
 * hint may be wrong. */
enum hd_level { HD_LEVEL_ERROR, HD_LEVEL_WARNING, HD_LEVEL_NOTE };

struct hd_results {
	struct hd_result *list;
	size_t n, cap;
};

struct hd_search_results { /* what is said about the search itself; strings belong to the caller */
	const char *version;
	const char *program;
	char *const *args;
	size_t nargs;
	const char *root;    /* names of source files are relative to this folder where they are below it */
	const char *verdict; /* as in JSON */
	const char *summary; /* the same in a sentence */
	int status;	     /* exit status */
	int64_t started;     /* seconds since 1970 */
	double seconds;
	bool compared; /* there is a baseline: what is known is told apart from what is new */
	const struct hd_results *found;
};

/* The report belongs to the results from now on. One about the same bug that did not replay gives way to it.
 * Valid until the next call. */
struct hd_result *hd_results_put(struct hd_results *r, struct hd_report *report);
/* `kind` of a finding; `counts` for verdict and exit status. */
enum hd_level hd_level_of(const char *kind, bool counts);
extern const char *const hd_level_names[]; /* by enum hd_level, as in SARIF */
void hd_results_term(struct hd_results *r);

/* The place to show for a result: where it failed, or what its first thread was about to do. NULL: there is
 * none with a source file. */
const struct hd_location *hd_result_place(const struct hd_report *r);
