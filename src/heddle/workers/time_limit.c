/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/time_limit.h"

#define TIMES_LONGEST 20 /* a run may take that many times as long as the longest one that ended */

static bool any_run_ended(const struct hd_workers *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->wire->workers[i].runs)
			return true;
	return c->killed_runs;
}

double hd_time_limit(const struct hd_workers *c)
{
	double adapted = TIMES_LONGEST * c->longest;

	return c->timeout_adapts && adapted > c->timeout ? adapted : c->timeout;
}

double hd_time_limit_at_first(const struct hd_workers *c)
{
	double limit = hd_time_limit(c);

	return c->first_timeout > limit && !any_run_ended(c) ? c->first_timeout : limit;
}
