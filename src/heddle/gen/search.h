/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle gen` from the headers to the summary. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle/gen/driver_build.h"

#define HD_GLOBS 32

struct hd_globs {
	const char *at[HD_GLOBS];
	unsigned n;
};

struct hd_gen_options {
	char *const *headers;
	size_t nheaders;
	struct hd_build_words words;
	const char *type; /* NULL: all */
	struct hd_globs functions, unsafe;
	const char *hints, *keep, *out;
	double seconds;
	uint64_t tests, seed;
	unsigned jobs; /* runners at the same time */
	bool explain, annotate, keep_going, linearizable;
};

/* What a command returns (heddle/cli/cmd.h). */
int hd_gen_search(const struct hd_gen_options *o);
