/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/watch_budget.h"

#include "base/rng.h"
#include "runtime/common/rt.h"

/* A step costs some 100 ns without analyses and an access of a large run, which is mostly muted, one or less.
 * One that they look at costs some 300 more. So they cost less than half of what the runs cost. */
#define STEPS_FOR_ONE	 8
#define ACCESSES_FOR_ONE 1024
#define SMALL_PART	 4 /* of the fixed number: a run of fewer events is looked at as a whole */

static uint64_t small_run(void)
{
	return hd_rt.wire->most[HD_FULL_WATCHED_SHARE] / SMALL_PART;
}

uint64_t hd_watch_budget(void)
{
	const struct hd_wire_worker *w = hd_rt.slot;
	uint64_t share = hd_rt.wire->most[HD_FULL_WATCHED_SHARE] + w->steps / STEPS_FOR_ONE +
			 w->accesses / ACCESSES_FOR_ONE;

	return share > w->watched_events + small_run() ? share - w->watched_events : small_run();
}

uint64_t hd_watch_from(void)
{
	const struct hd_wire_worker *w = hd_rt.slot;
	uint64_t chance = hd_mix64(hd_rt.run.plan.seed ^ 0x5741544348ULL);
	uint64_t usual = w->runs ? (w->accesses + w->steps) / w->runs : 0;

	return usual > 2 * small_run() && chance & 1 ? (chance >> 1) % usual : 0;
}
