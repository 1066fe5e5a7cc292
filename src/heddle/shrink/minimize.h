/* SPDX-License-Identifier: Apache-2.0
 *
 * The smallest schedule with the same failure: fewest threads, then preemptions, context switches and steps.
 * It is looked for by experiments: blocks of the schedule are left out, brought together or exchanged, and
 * what still fails in the same way (failure_key.h) and is smaller is kept. */
#pragma once

#include "heddle/shrink/trials.h"

struct hd_symbols;

struct hd_minimized {
	struct hd_schedule
	    *schedule; /* NULL: there is nothing smaller, and nothing that shows more of the run */
	struct hd_schedule *for_trials; /* the same with all scheduling points; NULL: likewise */
	struct hd_run_size before, after;
	bool shown;    /* experiments show the failure */
	uint64_t runs; /* that it took */
	bool settled;  /* no further step of the search would have made it smaller */
};

/* `key` is hd_failure_key() of the failure. */
void hd_minimize(const struct hd_target *target, const struct hd_schedule *s, uint64_t key,
		 const struct hd_trials_options *o, struct hd_symbols *symbols, struct hd_minimized *result);
void hd_minimized_free(struct hd_minimized *m);
