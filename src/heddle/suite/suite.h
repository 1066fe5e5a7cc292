/* SPDX-License-Identifier: Apache-2.0
 *
 * The tests of a suite, and what has become of each: what `heddle suite` works on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle/cc/cc_words.h"
#include "report/json/suite_json.h"

/* What is known of a test's searches; strings are owned. */
struct hd_suite_result {
	const char *verdict; /* a word, see hd_suite_verdicts; NULL: it was not searched yet */
	uint64_t runs;
	double seconds;
	uint64_t threads; /* of the run that created most */
	uint64_t shared;  /* sites at which threads can be switched */
	uint64_t covered; /* interleavings that were exposed */
	bool grew;	  /* the last search has exposed some that were new */
	uint64_t fresh;	  /* how many no search of any test had exposed before it */
	uint64_t findings;
	char *kind;	 /* of the failure, or NULL: none */
	char *message;	 /* why it failed, or could not be tested; or NULL */
	unsigned bug;	 /* N of its bug-N; 0: there is none */
	unsigned rounds; /* searches so far */
	char *stored;	 /* its arguments and input, as the store names them; or NULL */
	char *remark;	 /* what else there is to say about it, or NULL */
	bool has_coverage;
	struct hd_suite_coverage coverage; /* of an input, beside the others */
};

struct hd_suite_test {
	char *name;
	char *group;		   /* what the test belongs to: the program, or the folder of the build */
	struct hd_words argv;	   /* program and arguments */
	struct hd_words variables; /* "NAME=VALUE" */
	char *directory;	   /* where it runs; NULL: here */
	char *input;		   /* file that is its standard input; NULL: none */
	char *skipped;		   /* why it is not searched, or NULL */
	struct hd_suite_result result;
};

struct hd_suite {
	struct hd_suite_test *tests;
	size_t n, cap;
};

/* Verdicts of a test. The first six are those of `heddle test`. */
#define HD_VERDICT_FAILED	"failed"
#define HD_VERDICT_PASSED	"passed"
#define HD_VERDICT_EXHAUSTED	"exhausted"
#define HD_VERDICT_INCONCLUSIVE "inconclusive"
#define HD_VERDICT_UNCONTROLLED "uncontrolled"
#define HD_VERDICT_INTERRUPTED	"interrupted"
#define HD_VERDICT_ERROR	"error"	  /* it could not be tested */
#define HD_VERDICT_SKIPPED	"skipped" /* it is not for Heddle */
#define HD_VERDICT_NOT_RUN	"not run" /* there was no time left, or the user has stopped it */

/* A test with this program, to be filled in; valid until the next call. */
struct hd_suite_test *hd_suite_add(struct hd_suite *s, const char *name, const char *group,
				   const char *program);
void hd_suite_test_free(struct hd_suite_test *t);
void hd_suite_free(struct hd_suite *s);

/* A failure was seen, whether or not it replays: what the exit status tells. */
bool hd_suite_failed(const struct hd_suite_test *t);
/* Why the test failed, for a reader who knows its name: the check that failed, or kind and message. To be
 * freed. */
char *hd_suite_failure_text(const struct hd_suite_test *t);
bool hd_suite_verdict_is(const struct hd_suite_test *t, const char *verdict);
size_t hd_suite_count(const struct hd_suite *s, const char *verdict);
