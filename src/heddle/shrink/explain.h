/* SPDX-License-Identifier: Apache-2.0
 *
 * Which orders of two operations make the difference between failing and passing. Each operation that depends
 * on one of another thread is made to come before it: the run goes as recorded up to there, the first thread
 * is held until the second one has done its part, and the rest goes by default. Where the program passes
 * then, the order of these two is decisive. Nothing is told that was not tried. */
#pragma once

#include "heddle/shrink/trials.h"
#include "report/cause.h"

/* `s` is the schedule of the failure, and `key` is hd_failure_key() of it. Steps are counted as the replay of
 * the schedule counts them. To be ended with hd_decisive_free(). */
void hd_explain(const struct hd_target *target, const struct hd_schedule *s, uint64_t key,
		const struct hd_trials_options *o, struct hd_decisive_list *found);
