/* SPDX-License-Identifier: Apache-2.0
 *
 * `heddle test --inputs`: a search with each of many inputs of one program, with one store. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/cc/cc_words.h"
#include "heddle/cli/stop_signals.h"

struct hd_test_inputs {
	const char *from; /* a folder or a list, see input_list.h */
	char *const *program;
	size_t nprogram;
	double seconds; /* for all of them; 0: by runs alone, or the default */
	uint64_t runs;	/* with each input; 0: as many as there is time for  */
	bool have_seed;
	uint64_t seed;
	unsigned jobs;
	const char *out, *store; /* store NULL: in `out`                             */
	const char *json, *junit, *sarif, *baseline;
	struct hd_words *for_each; /* options of each search                        */
	bool keep_going, quiet;
};

/* HD_STATUS_*. */
int hd_test_inputs_run(const struct hd_test_inputs *t, struct hd_signals *signals);
