/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/campaign_state.h"

uint64_t hd_campaign_runs(const struct hd_campaign *c)
{
	uint64_t runs = c->workers.killed_runs;

	for (unsigned i = 0; i < c->workers.n; i++)
		runs += c->workers.wire->workers[i].runs;
	return runs;
}

uint64_t hd_campaign_steps(const struct hd_campaign *c)
{
	uint64_t steps = 0;

	for (unsigned i = 0; i < c->workers.n; i++)
		steps += c->workers.wire->workers[i].steps;
	return steps;
}

uint64_t hd_campaign_accesses(const struct hd_campaign *c)
{
	uint64_t accesses = 0;

	for (unsigned i = 0; i < c->workers.n; i++)
		accesses += c->workers.wire->workers[i].accesses;
	return accesses;
}
