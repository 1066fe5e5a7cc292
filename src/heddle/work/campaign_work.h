/* SPDX-License-Identifier: Apache-2.0
 *
 * A campaign's work in the store, as the one who plans it sees it: units are put round by round, and what
 * became of them is taken from the store, whoever has done them. So nothing is lost when this process is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/work/campaign_tests.h"
#include "store/store.h"
#include "store/work.h"

struct hd_campaign_work {
	const struct hd_campaign_file *file;
	struct hd_campaign_tests *tests;
	struct hd_store *store;
	const char *store_name;
	const char *out;  /* folder of failures, absolute             */
	int64_t id;	  /* of the campaign                          */
	double seconds;	  /* for those without a time of their own    */
	unsigned jobs;	  /* searches at the same time, on one machine  */
	unsigned workers; /* machines                                */
	unsigned round;	  /* the last one that was put                */
	int64_t *seen;	  /* units whose results were taken, in order */
	size_t nseen, seen_cap;
	size_t waiting; /* units that are not done yet              */
	double *used;	/* seconds of one job, by pool: of the file's entries, and of those without a time of
			   their own */
	uint64_t fresh; /* interleavings that were new              */
	struct hd_campaign_news *news; /* of failures known before   */
	size_t nnews, news_cap;
};

struct hd_campaign_news {
	const char *test; /* its name                         */
	char *state;	  /* "fixed", "regressed", …          */
	char *what;	  /* folder and message               */
};

/* Begin, or go on with the one of this name that is open, if it is of the same text and the same builds.
 * *goes_on says which. `anew`: begin in any case. False: the store has an error. */
bool hd_campaign_work_begin(struct hd_campaign_work *w, const char *name, const char *text, bool anew,
			    bool *goes_on);
/* Take what is done. True: something was. */
bool hd_campaign_work_look(struct hd_campaign_work *w);
/* When all units are done: put those of the next round. False: there is none, because time is over or nothing
 * is open. */
bool hd_campaign_work_plan(struct hd_campaign_work *w);
/* It is over. */
void hd_campaign_work_end(struct hd_campaign_work *w, const char *state);
void hd_campaign_work_free(struct hd_campaign_work *w);
/* Seconds that are left, if `jobs` search all the time. */
double hd_campaign_work_left(const struct hd_campaign_work *w);
