/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches, and what they found, in the store. Strings that next functions hand out are valid until the next
 * call. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/iroot.h"
#include "store/store_state.h"

struct hd_store_search {
	int64_t id;
	const char *args; /* and which standard input */
	const char *strategy, *verdict;
	uint64_t seed, runs;
	double seconds;
	int64_t started; /* seconds since 1970 */
};

struct hd_store_point { /* how much was covered when */
	int64_t search;
	uint64_t runs;
	double seconds; /* since the search began */
	uint64_t exposed[HD_IDIOMS + 1];
};

struct hd_store_found { /* a failure or finding */
	const char *kind, *message;
	const char *place; /* where: distinguishes it from others; "": not known */
	const char *schedule;
	uint64_t runs;	/* that showed it; put: to be added */
	int64_t search; /* next: the last one that did */
};

/* The number of an input; find: 0 if it is not there. */
int64_t hd_store_put_input(struct hd_store *s, const char *args);
int64_t hd_store_find_input(struct hd_store *s, const char *args);
int64_t hd_store_put_search(struct hd_store *s, const struct hd_store_search *search); /* id 0: a new one */
/* It was about this build of the program. */
void hd_store_put_searched(struct hd_store *s, int64_t search, int64_t build);
void hd_store_put_point(struct hd_store *s, const struct hd_store_point *p);
void hd_store_put_failure(struct hd_store *s, int64_t search, const struct hd_store_found *f);
void hd_store_put_finding(struct hd_store *s, int64_t search, const struct hd_store_found *f);

bool hd_store_next_search(struct hd_store *s, struct hd_store_search *search);
/* Which build a search was about, in their order. Those of earlier versions are not there. */
bool hd_store_next_searched(struct hd_store *s, int64_t *search, int64_t *build);
bool hd_store_next_point(struct hd_store *s, struct hd_store_point *p); /* of all searches, in their order */
bool hd_store_next_failure(struct hd_store *s, struct hd_store_found *f);
bool hd_store_next_finding(struct hd_store *s, struct hd_store_found *f);
