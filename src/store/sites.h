/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites and iRoots in the store. Strings that next functions hand out are valid until the next call. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/iroot.h"
#include "store/store_state.h"

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
	int64_t id; /* next */
	uint8_t idiom, n;
	uint8_t kinds[HD_IDIOM_OPS]; /* enum hd_event_kind */
	int64_t sites[HD_IDIOM_OPS];
	bool predicted, exposed;
	bool failing;	   /* only runs that failed have exposed it */
	bool outdated;	   /* next: it was exposed, but its code has changed since */
	uint32_t attempts; /* put: to be added */
};

struct hd_store_attempts { /* at an iRoot, by searches with one input */
	int64_t iroot;
	uint32_t n; /* put: to be added */
};

struct hd_store_code {			      /* a function that sites are in */
	const char *within, *function, *file; /* as of a site */
	uint64_t text;			      /* its source text, as a number */
};

int64_t hd_store_put_build(struct hd_store *s, const struct hd_store_build *b);
int64_t hd_store_put_site(struct hd_store *s, const struct hd_store_site *site);
void hd_store_put_shared(struct hd_store *s, int64_t site);
void hd_store_put_place(struct hd_store *s, int64_t build, const struct hd_store_place *p);
/* The site does not exist in this build. */
void hd_store_put_absent(struct hd_store *s, int64_t build, int64_t site);
/* Its number is returned. */
int64_t hd_store_put_iroot(struct hd_store *s, const struct hd_store_iroot *r);
void hd_store_put_attempts(struct hd_store *s, int64_t input, const struct hd_store_attempts *a);
/* The code of its sites has changed: it was neither exposed nor tried any more. */
void hd_store_put_outdated(struct hd_store *s, int64_t iroot);
/* A run of this build has exposed it. */
void hd_store_put_shown(struct hd_store *s, int64_t iroot, int64_t build);
/* A run with this input has exposed it. */
void hd_store_put_covered(struct hd_store *s, int64_t input, int64_t iroot);

void hd_store_put_code(struct hd_store *s, const char *module, const struct hd_store_code *c);

bool hd_store_next_build(struct hd_store *s, struct hd_store_build *b); /* latest first */
bool hd_store_next_site(struct hd_store *s, struct hd_store_site *site);
/* Sites of a module of which it is not known where they are in this build, or whether at all. */
bool hd_store_next_unplaced(struct hd_store *s, const char *module, int64_t build,
			    struct hd_store_site *site);
/* Nothing that an earlier version has stored. */
bool hd_store_next_code(struct hd_store *s, const char *module, struct hd_store_code *c);
bool hd_store_next_place(struct hd_store *s, int64_t build, struct hd_store_place *p);
bool hd_store_next_iroot(struct hd_store *s, struct hd_store_iroot *r);
/* In the order of their iRoots, and nothing that an earlier version has stored. */
bool hd_store_next_attempts(struct hd_store *s, int64_t input, struct hd_store_attempts *a);
/* The iRoots that runs with this input have exposed, in their order; nothing that an earlier version has
 * stored. */
bool hd_store_next_covered(struct hd_store *s, int64_t input, int64_t *iroot);
bool hd_store_next_shown(struct hd_store *s, int64_t *iroot, int64_t *build);
