/* SPDX-License-Identifier: Apache-2.0
 *
 * What searches have learnt about programs, in one SQLite file that several controllers may use at once.
 * Sites are known by names that survive a rebuild (symbol/spot.h), and by module, build and offset; iRoots by
 * the sites of their operations. What is put is merged with what is there: nothing is ever taken back.
 *
 * Writing goes by batches, each a transaction: who is killed loses the one that was under way. The first
 * error sticks: after it all functions do nothing, and hd_store_state() and hd_store_why() tell. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/iroot.h"

#define HD_STORE_NAME "heddle.db" /* in --out */

struct hd_store;

enum hd_store_state {
	HD_STORE_FINE,
	HD_STORE_MISSING, /* there is no such file                                       */
	HD_STORE_BUSY,	  /* others kept it locked all the time; it may work later       */
	HD_STORE_DAMAGED, /* it was a store                                              */
	HD_STORE_FOREIGN, /* it is something else                                        */
	HD_STORE_NEWER,	  /* of a newer version of heddle                                */
	HD_STORE_UNUSABLE /* the world: no permission, no space, …                       */
};

enum hd_store_mode { HD_STORE_READ, HD_STORE_WRITE };

/* Never NULL. HD_STORE_WRITE makes the file when it is missing. */
struct hd_store *hd_store_open(const char *path, enum hd_store_mode mode);
void hd_store_close(struct hd_store *s);
enum hd_store_state hd_store_state(const struct hd_store *s);
/* Part of a sentence, such as "disk I/O error"; valid until hd_store_close(). */
const char *hd_store_why(const struct hd_store *s);

/* A batch. After HD_STORE_BUSY from either nothing was written, and it may be tried again. */
enum hd_store_state hd_store_begin(struct hd_store *s);
enum hd_store_state hd_store_commit(struct hd_store *s);

/* Everything below is about this program. False: the store does not know it, and was not asked to `add` it.
 */
bool hd_store_program(struct hd_store *s, const char *path, bool add);
/* Which programs there are, by their paths: true, while there is another one. */
bool hd_store_next_program(struct hd_store *s, const char **path);

/* learnt.c: sites and iRoots. Strings that next functions hand out are valid until the next call. */

struct hd_store_build { /* a build of a program or of a library that it uses */
	int64_t id;
	const char *module;   /* name that does not change: "" for the program itself */
	const char *path;     /* as loaded                                            */
	const char *build_id; /* text; different for different builds                 */
};

struct hd_store_site {
	int64_t id;
	const char *module, *within, *function; /* "": not known */
	const char *file;			/* its full path; the last part counts */
	int below, column, ordinal;
	int line;    /* in the latest build */
	bool shared; /* two threads touched what it touches, one writing */
};

struct hd_store_place {
	int64_t site;
	uint64_t offset;
	bool shared; /* next: of the site */
};

struct hd_store_iroot {
	uint8_t idiom, n;
	uint8_t kinds[HD_IDIOM_OPS]; /* enum hd_event_kind */
	int64_t sites[HD_IDIOM_OPS];
	bool predicted, exposed;
	bool failing;	   /* only runs that failed have exposed it */
	uint32_t attempts; /* put: to be added */
};

int64_t hd_store_put_build(struct hd_store *s, const struct hd_store_build *b);
int64_t hd_store_put_site(struct hd_store *s, const struct hd_store_site *site);
void hd_store_put_shared(struct hd_store *s, int64_t site);
void hd_store_put_place(struct hd_store *s, int64_t build, const struct hd_store_place *p);
/* The site does not exist in this build. */
void hd_store_put_absent(struct hd_store *s, int64_t build, int64_t site);
void hd_store_put_iroot(struct hd_store *s, const struct hd_store_iroot *r);

bool hd_store_next_build(struct hd_store *s, struct hd_store_build *b); /* latest first */
bool hd_store_next_site(struct hd_store *s, struct hd_store_site *site);
/* Sites of a module of which it is not known where they are in this build, or whether at all. */
bool hd_store_next_unplaced(struct hd_store *s, const char *module, int64_t build,
			    struct hd_store_site *site);
bool hd_store_next_place(struct hd_store *s, int64_t build, struct hd_store_place *p);
bool hd_store_next_iroot(struct hd_store *s, struct hd_store_iroot *r);

/* history.c: searches, and what they found. */

struct hd_store_search {
	int64_t id;
	const char *args, *strategy, *verdict;
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
	uint64_t runs; /* that showed it; put: to be added */
};

int64_t hd_store_put_search(struct hd_store *s, const struct hd_store_search *search); /* id 0: a new one */
void hd_store_put_point(struct hd_store *s, const struct hd_store_point *p);
void hd_store_put_failure(struct hd_store *s, int64_t search, const struct hd_store_found *f);
void hd_store_put_finding(struct hd_store *s, int64_t search, const struct hd_store_found *f);

bool hd_store_next_search(struct hd_store *s, struct hd_store_search *search);
bool hd_store_next_point(struct hd_store *s, struct hd_store_point *p); /* of all searches, in their order */
bool hd_store_next_failure(struct hd_store *s, struct hd_store_found *f);
bool hd_store_next_finding(struct hd_store *s, struct hd_store_found *f);
