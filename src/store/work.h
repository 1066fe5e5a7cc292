/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of a campaign in the store: units, each some searching of one program, that workers on any number
 * of machines lease, do and finish. A lease ends by itself when its worker does not renew it: the unit can be
 * leased again then, and what the worker that was thought lost says of it afterwards does not count.
 *
 * Whatever writes belongs into a batch (hd_store_begin(), hd_store_commit()); the clock is the store's, not
 * the worker's. Strings that next and find functions hand out are valid until the next call; a lease has its
 * own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/schedule/schedule.h" /* HD_SCHEDULE_VERSION */
#include "store/store_state.h"
#include "store/work_states.h"
#include "store/work_words.h"

/* Versions that can work together: searches mean the same, and schedules, too. */
#define HD_WORK_VERSION	 HD_VERSION ", schedules " HD_WORK_TEXT(HD_SCHEDULE_VERSION)
#define HD_WORK_TEXT(x)	 HD_WORK_TEXT_(x)
#define HD_WORK_TEXT_(x) #x

#define HD_WORK_LOST_MAX 10 /* workers that may be lost with a unit before it is given up */

struct hd_work_campaign {
	int64_t id;
	const char *name;	/* need not be unique: the same file can be started again  */
	const char *text;	/* of its file                                             */
	const char *heddle;	/* which version made it; a worker must be of that, too    */
	const char *state;	/* "open", while workers may take units; else why not      */
	int64_t started, ended; /* seconds since 1970; 0: not yet                          */
};

struct hd_work_result {
	int64_t status;	     /* exit status of the search                               */
	const char *verdict; /* as the search has put it: "passed", …                   */
	const char *message; /* a sentence for people, "" if there is nothing to say    */
	const char *report;  /* the JSON document of heddle test                        */
	int64_t runs;
	double seconds;
};

struct hd_work_unit {
	int64_t id; /* put: ignored                                           */
	int64_t campaign;
	const char *key;		    /* the same key twice in one campaign is the same unit    */
	const char *program;		    /* as the store calls it                                  */
	const char *path;		    /* where the campaign has seen it: absolute               */
	const char *build_id;		    /* in hexadecimal; "" if it has none                      */
	const char *hash;		    /* SHA-256 of the file in hexadecimal: what may be run    */
	int64_t file;			    /* the program itself in the store; 0: it is not there    */
	struct hd_work_words args, options; /* of the program; of heddle test            */
	const char *folder;		    /* that it runs in; "": any                               */
	const char *input;		    /* the name of its input, "" if there is none             */
	int64_t input_file;		    /* the input itself in the store; 0: it is not there      */
	double seconds;			    /* budget; 0: by runs alone                               */
	int64_t runs;			    /* budget; 0: by time alone                               */
	int64_t priority;		    /* higher ones are leased first                           */

	/* What became of it; put: ignored. */
	enum hd_work_state state;
	int64_t attempts;  /* how often it was leased                       */
	int64_t lost;	   /* how many of these workers were lost           */
	const char *owner; /* the worker that has or had it                 */
	int64_t until;	   /* end of the lease, milliseconds since 1970     */
	struct hd_work_result result;
};

struct hd_work_lease {
	struct hd_work_unit unit; /* strings are its own */
	int64_t attempt;	  /* which of the unit's leases it is */
};

struct hd_work_counts {
	uint64_t units, ready, leased, done, given_up;
	uint64_t workers; /* that hold a lease now */
};

/* A new campaign, open; its number. */
int64_t hd_work_new_campaign(struct hd_store *s, const struct hd_work_campaign *c);
/* The latest one of this name; NULL: the latest open one of any name. To be freed. */
bool hd_work_find_campaign(struct hd_store *s, const char *name, struct hd_work_campaign *c);
void hd_work_campaign_free(struct hd_work_campaign *c);			    /* of one that was found */
bool hd_work_next_campaign(struct hd_store *s, struct hd_work_campaign *c); /* latest first */
/* It is over: no unit of it is leased any more, and those that wait are given up. `state` says why. */
void hd_work_end_campaign(struct hd_store *s, int64_t campaign, const char *state);

/* The unit's number, an old one if the campaign has a unit with this key: that is left as it is. */
int64_t hd_work_put_unit(struct hd_store *s, const struct hd_work_unit *u);
bool hd_work_next_unit(struct hd_store *s, int64_t campaign,
		       struct hd_work_unit *u); /* in the order of put */
/* Which units there are, and how far they are: what is read again and again, without results. */
struct hd_work_progress {
	int64_t id;
	const char *key;
	enum hd_work_state state;
};
bool hd_work_next_progress(struct hd_store *s, int64_t campaign, struct hd_work_progress *p);
/* This unit; the second call of two is false, as for a list of one. */
bool hd_work_read_unit(struct hd_store *s, int64_t id, struct hd_work_unit *u);
void hd_work_count(struct hd_store *s, int64_t campaign, struct hd_work_counts *out);

/* For so many seconds. owner: which worker, as people know it (host:pid). False: there is nothing to do now;
 * units that others have may come back. To be freed. */
bool hd_work_lease(struct hd_store *s, int64_t campaign, const char *owner, double seconds,
		   struct hd_work_lease *l);
void hd_work_lease_free(struct hd_work_lease *l);
/* These three do nothing and return false when the lease is no longer this worker's. */
bool hd_work_renew(struct hd_store *s, const struct hd_work_lease *l, double seconds);
bool hd_work_finish(struct hd_store *s, const struct hd_work_lease *l, const struct hd_work_result *r);
/* Another worker shall try, because this one cannot; not at once, and never the same. */
bool hd_work_give_back(struct hd_store *s, const struct hd_work_lease *l, const char *why);
