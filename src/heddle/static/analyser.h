/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs libexec/heddle-static on the bitcode of a program. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "model/static/pairs.h"

#define HD_ANALYSER_FILES   64
#define HD_ANALYSER_FILTERS 6

struct hd_analyser_request {
	const char *files[HD_ANALYSER_FILES]; /* the program, and libraries of it */
	unsigned nfiles;
	const char *left_out[HD_ANALYSER_FILTERS]; /* filters */
	unsigned nleft_out;
	bool stats;
	bool flow; /* also how threads come from place to place */
};

/* False: there is no room for another, or no such filter. The string is kept. */
bool hd_analyser_add_program(struct hd_analyser_request *request, const char *path);
bool hd_analyser_leave_out(struct hd_analyser_request *request, const char *filter);

/* An analysis in the background. */
struct hd_analysis {
	pid_t child; /* 0: none is under way */
	int bitcode, pairs;
};

bool hd_analyser_is_there(void);
/* 0, or HD_EXIT_TROUBLE after a sentence on stderr. */
int hd_analysis_start(struct hd_analysis *a, const struct hd_analyser_request *request);
bool hd_analysis_is_over(const struct hd_analysis *a);
/* Waits for its end. 0, or HD_EXIT_TROUBLE after a sentence on stderr. */
int hd_analysis_finish(struct hd_analysis *a, struct hd_pairs *out);
/* It is under way, and its result is not needed. */
void hd_analysis_stop(struct hd_analysis *a);

/* The same, and waits. 0, or HD_EXIT_TROUBLE after a sentence on stderr. */
int hd_analyse(const struct hd_analyser_request *request, struct hd_pairs *out);
