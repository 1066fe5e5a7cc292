/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/reads_from.h"

#define PROBES	   8  /* places to look at before one that is known is given up */
#define STALE	   64 /* runs after which a place that was not touched may be given up */
#define PAIR_TRIES 4

void hd_reads_from_begin(struct hd_reads_from *f)
{
	f->run++;
	f->signature = 0;
	f->fresh = false;
}

static uint32_t place_hash(uint64_t addr)
{
	return (uint32_t)((addr * 0x9E3779B97F4A7C15ULL) >> 40);
}

static const struct hd_reads_from_place *known_place(const struct hd_reads_from *f, uint64_t addr)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		const struct hd_reads_from_place *p =
		    &f->places[(place_hash(addr) + i) & (HD_READS_FROM_PLACES - 1)];

		if (p->addr == addr)
			return p;
	}
	return NULL;
}

/* The place is given up: it was not touched for long. */
static void forget_place(struct hd_reads_from *f, const struct hd_reads_from_place *p)
{
	uint32_t n = f->nshared < HD_READS_FROM_PLACES ? f->nshared : HD_READS_FROM_PLACES;

	if (!p->shared || !n)
		return;
	for (uint32_t i = 0; i < n; i++)
		if (f->shared[i] == p - f->places) {
			f->shared[i] = f->shared[n - 1];
			f->nshared = n - 1;
			return;
		}
}

static struct hd_reads_from_place *place_of(struct hd_reads_from *f, uint64_t addr)
{
	struct hd_reads_from_place *old = NULL;

	for (uint32_t i = 0; i < PROBES; i++) {
		struct hd_reads_from_place *p =
		    &f->places[(place_hash(addr) + i) & (HD_READS_FROM_PLACES - 1)];

		if (p->addr == addr)
			return p;
		if (!old && (!p->addr || f->run - p->run > STALE))
			old = p;
	}
	if (old) {
		forget_place(f, old);
		*old = (struct hd_reads_from_place){.addr = addr};
	}
	return old;
}

uint32_t hd_reads_from_last(const struct hd_reads_from *f, uint64_t addr)
{
	const struct hd_reads_from_place *p = known_place(f, addr);

	return p && p->run == f->run ? p->last : HD_READS_FROM_START;
}

static void note_site(struct hd_reads_from_site *sites, uint8_t *n, uint32_t site)
{
	uint8_t i = 0;

	while (i < *n && i < HD_READS_FROM_SITES && sites[i].site != site)
		i++;
	if (i == HD_READS_FROM_SITES)
		return;
	if (i == *n) {
		*n = (uint8_t)(i + 1);
		sites[i] = (struct hd_reads_from_site){.site = site};
	}
	sites[i].times++;
}

static void note_pair(struct hd_reads_from *f, uint32_t write, uint32_t read)
{
	uint64_t key = hd_mix64((uint64_t)write << 32 | read) | 1;

	for (uint32_t i = 0; i < PAIR_TRIES; i++) {
		uint32_t at = (uint32_t)((key >> 20) + i) & (HD_READS_FROM_PAIRS - 1);

		if (f->pairs[at].key && f->pairs[at].key != key)
			continue;
		if (f->pairs[at].key != key)
			f->fresh = true;
		if (f->pairs[at].key != key || f->pairs[at].run != f->run)
			f->signature += key;
		f->pairs[at].key = key;
		f->pairs[at].run = f->run;
		return;
	}
}

static void begin_place(const struct hd_reads_from *f, struct hd_reads_from_place *p, hd_tid tid)
{
	p->run = f->run;
	p->first = tid;
	p->last = HD_READS_FROM_START;
	for (uint32_t i = 0; i < HD_READS_FROM_SITES; i++)
		p->writes[i].times = p->reads[i].times = 0;
}

static void become_shared(struct hd_reads_from *f, struct hd_reads_from_place *p)
{
	p->shared = true;
	if (f->nshared < HD_READS_FROM_PLACES)
		f->shared[f->nshared++] = (uint16_t)(p - f->places);
}

void hd_reads_from_note(struct hd_reads_from *f, hd_tid tid, const struct hd_op *op)
{
	struct hd_reads_from_place *p = place_of(f, op->addr);

	if (!p)
		return;
	if (p->run != f->run)
		begin_place(f, p, tid);
	if (hd_reads_from_reads(op)) {
		note_pair(f, p->last, op->site);
		note_site(p->reads, &p->nreads, op->site);
	}
	if (hd_reads_from_writes(op)) {
		p->last = op->site;
		note_site(p->writes, &p->nwrites, op->site);
	}
	if (!p->shared && p->first != tid && p->nwrites && p->nreads)
		become_shared(f, p);
}
