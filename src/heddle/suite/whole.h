/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole suite from its tests to its exit status: search them, print the table, write the results. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/suite/options.h"
#include "heddle/suite/suite.h"

struct hd_suite_whole {
	struct hd_suite *suite;
	struct hd_suite_options *options; /* absolute and sarif are filled in here          */
	const char *json, *junit, *sarif; /* files for results; NULL: none; json "-": stdout */
	const char *baseline;		  /* what is known; NULL: nothing                    */
	const char *name;		  /* of the suite                                    */
	char *const *args;		  /* what else it was called with                    */
	size_t nargs;
	/* After the last search, before anything is printed; or NULL. */
	void (*searched)(void *context);
	/* After the table; or NULL. */
	void (*told)(void *context, FILE *f);
	void *context;
};

/* HD_STATUS_*. */
int hd_suite_search_whole(struct hd_suite_whole *w, struct hd_signals *signals);
