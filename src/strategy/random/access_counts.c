/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/access_counts.h"

#define PROBES 4 /* places to look at before giving up: a crowded table forgets some locations */

void hd_census_begin(struct hd_census *c)
{
	c->run++;
	c->nlog = 0;
	c->nshared = 0;
}

static struct hd_census_place *counts_find(struct hd_census *c, uint64_t addr)
{
	uint32_t at = (uint32_t)((addr * 0x9E3779B97F4A7C15ULL) >> 52);

	for (unsigned i = 0; i < PROBES; i++) {
		struct hd_census_place *p = &c->places[(at + i) & (HD_CENSUS_PLACES - 1)];

		if (p->run != c->run || p->addr == addr)
			return p;
	}
	return NULL;
}

static void become_shared(struct hd_census *c, struct hd_census_place *p)
{
	p->shared = true;
	if (c->nshared < HD_CENSUS_PLACES)
		c->shared[c->nshared++] = (uint16_t)(p - c->places);
}

void hd_census_note(struct hd_census *c, hd_tid tid, const struct hd_op *op)
{
	bool writes = hd_event_flags[op->kind] & HD_F_WRITE;
	struct hd_census_place *p;

	if (c->nlog >= HD_CENSUS_LOG || !(p = counts_find(c, op->addr)))
		return;
	if (p->run != c->run)
		*p = (struct hd_census_place){.addr = op->addr, .run = c->run, .first = tid};
	p->written |= writes;
	if (!p->shared && p->first != tid && p->written)
		become_shared(c, p);
	c->log[c->nlog++] = (struct hd_census_entry){.place = (uint16_t)(p - c->places), .tid = tid};
}
