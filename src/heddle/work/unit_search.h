/* SPDX-License-Identifier: Apache-2.0
 *
 * One unit of a campaign's work, searched by a `heddle test` of its own. */
#pragma once

#include <stdbool.h>

#include "heddle/suite/test_process.h"
#include "store/work.h"

struct hd_unit_place {	    /* where it is searched */
	const char *out;    /* folder of failures, absolute   */
	const char *store;  /* as for --store, absolute if it is a file */
	const char *folder; /* for what the search prints     */
};

struct hd_unit_search {
	struct hd_work_lease lease;
	struct hd_test_process process;
	unsigned number;	      /* of its files */
	struct hd_work_result result; /* when it has ended: its verdict is not NULL then */
	double ended;		      /* when that was */
	unsigned tries;		      /* that came to nothing */
	unsigned bug;		      /* N of the bug-N that it has found; 0: none */
};

/* Start it; `s` has its lease and number. False after a sentence. */
bool hd_unit_search_start(struct hd_unit_search *s, const struct hd_unit_place *place,
			  const struct hd_signals *signals);
/* It has ended: fills in the result, whose strings are to be freed by hd_unit_result_free(). */
void hd_unit_search_end(struct hd_unit_search *s, const struct hd_unit_place *place);
void hd_unit_result_free(struct hd_work_result *r);
/* How many workers it has: --jobs among its options. */
unsigned hd_unit_jobs(const struct hd_work_unit *u);
