/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/access_counts.h"

#define PROBES 4   /* places to look at before giving up: a crowded table forgets some locations */
#define NEARBY 256 /* operations to look at for a place that is used together with another one     */

void hd_access_counts_begin(struct hd_access_counts *c)
{
	c->run++;
	c->nlog = 0;
	c->nshared = 0;
}

static struct hd_access_counts_place *counts_find(struct hd_access_counts *c, uint64_t addr)
{
	uint32_t at = (uint32_t)((addr * 0x9E3779B97F4A7C15ULL) >> 52);

	for (unsigned i = 0; i < PROBES; i++) {
		struct hd_access_counts_place *p = &c->places[(at + i) & (HD_ACCESS_COUNTS_PLACES - 1)];

		if (p->run != c->run || p->addr == addr)
			return p;
	}
	return NULL;
}

static void become_shared(struct hd_access_counts *c, struct hd_access_counts_place *p)
{
	p->shared = true;
	if (c->nshared < HD_ACCESS_COUNTS_PLACES)
		c->shared[c->nshared++] = (uint16_t)(p - c->places);
}

void hd_access_counts_note(struct hd_access_counts *c, hd_tid tid, const struct hd_op *op)
{
	bool writes = hd_event_flags[op->kind] & HD_F_WRITE;
	struct hd_access_counts_place *p;

	if (c->nlog >= HD_ACCESS_COUNTS_LOG || !(p = counts_find(c, op->addr)))
		return;
	if (p->run != c->run)
		*p = (struct hd_access_counts_place){.addr = op->addr, .run = c->run, .first = tid};
	p->written |= writes;
	if (!p->shared && p->first != tid && p->written)
		become_shared(c, p);
	c->log[c->nlog++] = (struct hd_access_counts_entry){.place = (uint16_t)(p - c->places), .tid = tid};
}

int32_t hd_access_counts_nearby(const struct hd_access_counts *c, const uint64_t *targets, uint32_t n,
				struct hd_rng *rng)
{
	uint32_t length = c->nlog < HD_ACCESS_COUNTS_LOG ? c->nlog : HD_ACCESS_COUNTS_LOG;
	uint32_t first = length ? hd_rng_below(rng, length) : 0, look = length < NEARBY ? length : NEARBY;
	hd_tid tid = HD_NO_TID;

	for (uint32_t i = 0; i < look; i++) {
		uint32_t at = first + i < length ? first + i : first + i - length;
		uint16_t place = c->log[at].place & (HD_ACCESS_COUNTS_PLACES - 1);

		if (hd_access_counts_is_target(targets, n, c->places[place].addr))
			tid = tid == HD_NO_TID ? c->log[at].tid : tid;
		else if (c->log[at].tid == tid && c->places[place].shared)
			return place;
	}
	return -1;
}

void hd_access_counts_copy(struct hd_access_counts *c, const struct hd_access_counts *other)
{
	c->run = other->run;
	c->nlog = other->nlog < HD_ACCESS_COUNTS_LOG ? other->nlog : HD_ACCESS_COUNTS_LOG;
	c->nshared = other->nshared < HD_ACCESS_COUNTS_PLACES ? other->nshared : HD_ACCESS_COUNTS_PLACES;
	for (uint32_t i = 0; i < c->nshared; i++)
		c->shared[i] = other->shared[i];
	for (uint32_t i = 0; i < HD_ACCESS_COUNTS_PLACES; i++)
		c->places[i] = other->places[i];
	for (uint32_t i = 0; i < c->nlog; i++)
		c->log[i] = other->log[i];
}
