/* SPDX-License-Identifier: Apache-2.0
 *
 * Several strategies under the same budget, as data. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HD_COMPARED_IDIOMS 6

struct hd_compared_search { /* one search of one strategy */
	uint64_t seed;
	const char *verdict; /* as in a summary; NULL: it was not carried out */
	uint64_t runs;
	double seconds;
	uint32_t exposed[HD_COMPARED_IDIOMS + 1]; /* iRoots by idiom; [0] is their sum */
	size_t failures;			  /* different ones */
	uint64_t first_run;			  /* that failed, from 1; 0: none did */
	double first_seconds;			  /* until it had */
};

struct hd_compared {
	const char *strategy;
	struct hd_compared_search *searches; /* one a round */
};

struct hd_comparison {
	const char *version, *program;
	char *const *args;
	size_t nargs;
	uint64_t seed;
	double seconds;	 /* of each search at most                 */
	uint64_t runs;	 /* the same; UINT64_MAX: no limit         */
	unsigned rounds; /* carried out, each with another seed     */
	unsigned jobs;
	const struct hd_compared *strategies;
	size_t n;
};

/* The middle one of what `of` says about each search of a strategy; of an even number the lower one of the
 * two.
 */
double hd_compared_median(const struct hd_compared *s, unsigned rounds,
			  double (*of)(const struct hd_compared_search *search));
double hd_compared_runs(const struct hd_compared_search *s);
double hd_compared_seconds(const struct hd_compared_search *s);
double hd_compared_speed(const struct hd_compared_search *s);
double hd_compared_coverage(const struct hd_compared_search *s);
double hd_compared_failures(const struct hd_compared_search *s);
/* Infinite where nothing failed. */
double hd_compared_first_run(const struct hd_compared_search *s);
double hd_compared_first_seconds(const struct hd_compared_search *s);
/* The rounds in which something failed. */
unsigned hd_compared_found(const struct hd_compared *s, unsigned rounds);
