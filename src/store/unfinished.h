/* SPDX-License-Identifier: Apache-2.0
 *
 * Systematic searches that were ended before all was tried, in the store: one for each program, its arguments
 * and strategy. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store_state.h"

struct hd_store_unfinished {
	const char *args, *strategy;
	const char *builds;  /* of what was loaded                        */
	const char *options; /* of the search, as far as they matter      */
	uint64_t seed, runs;
	const void *left; /* what is to be tried */
	size_t size;
};

void hd_store_put_unfinished(struct hd_store *s, const struct hd_store_unfinished *u);
/* The search is over, or not to be gone on with. */
void hd_store_drop_unfinished(struct hd_store *s, const char *args, const char *strategy);
/* What is found is valid until hd_store_found_unfinished(), which must follow. */
bool hd_store_find_unfinished(struct hd_store *s, const char *args, const char *strategy,
			      struct hd_store_unfinished *u);
void hd_store_found_unfinished(struct hd_store *s, const char *args, const char *strategy);
