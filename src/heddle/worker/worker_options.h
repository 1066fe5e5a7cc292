/* SPDX-License-Identifier: Apache-2.0
 *
 * What heddle worker was asked for. */
#pragma once

#include <stdbool.h>

struct hd_worker_options {
	const char *store, *campaign; /* campaign NULL: the latest that is open */
	const char *programs;	      /* folder in which to look for programs as well, or NULL */
	unsigned jobs;		      /* processes at the same time, 0: as heddle test has it  */
	double lease;		      /* seconds */
	bool once;		      /* do not wait for more work than there is now */
	bool wait;		      /* until there is a campaign */
	bool quiet;
};
