/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads back what `heddle test --json` has written about a search, as far as a suite needs it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hd_search_known { /* a failure of an earlier search; texts may be NULL */
	char *state;	 /* "still failing", "regressed", "fixed", "cannot be tried" */
	char *folder, *message;
};

struct hd_search_read {
	char *verdict;
	uint64_t runs;
	double seconds;
	uint64_t threads;
	uint64_t shared;   /* sites at which threads can be switched */
	uint64_t covered;  /* iRoots that were exposed, of all idioms */
	uint64_t fresh;	   /* of them: those that no earlier search had */
	uint64_t findings; /* how many */
	char *input;	   /* arguments and standard input, as the store names them; or NULL */
	char *kind;	   /* of the first failure, or NULL: none counts */
	char *message;	   /* of it */
	struct hd_search_known *known;
	size_t nknown;
	unsigned bug; /* N of its bug-N; 0: it has no folder */
};

/* False: there is no such file, or it is of another kind. */
bool hd_search_read(const char *path, struct hd_search_read *r);
/* The same of its content. */
bool hd_search_read_text(const char *text, struct hd_search_read *r);
void hd_search_read_free(struct hd_search_read *r);
