/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/race.h"

void hd_race_begin(struct hd_race *r)
{
	r->run++;
	r->unused = NULL;
	r->known = NULL;
	r->nknown = 0;
	r->nfilled = 0;
}

static void **race_bucket_of(struct hd_race *r, uint64_t granule)
{
	return hd_bucket_of(r->buckets, HD_RACE_BUCKETS, r->run, granule);
}

static struct hd_race_granule *race_find(struct hd_race *r, uint64_t granule, bool make)
{
	void **bucket = race_bucket_of(r, granule);
	struct hd_race_granule *g = *bucket;

	while (g && g->granule != granule)
		g = g->next;
	if (g || !make)
		return g;
	g = hd_arena_take(r->arena, sizeof *g);
	if (g) {
		*g = (struct hd_race_granule){.granule = granule, .next = *bucket, .next_known = r->known};
		*bucket = r->known = g;
		r->nknown++;
	}
	return g;
}

static struct hd_race_access *new_access(struct hd_race *r)
{
	struct hd_race_access *a = r->unused;

	if (!a)
		return hd_arena_take(r->arena, sizeof *a);
	r->unused = a->next;
	return a;
}

static void race_drop(struct hd_race *r, struct hd_race_access **link)
{
	struct hd_race_access *a = *link;

	*link = a->next;
	a->next = r->unused;
	r->unused = a;
}

/* Whatever races with the old access, which came before, races with the new one too. */
static bool race_stands_for(const struct hd_race_access *new, const struct hd_race_access *old)
{
	return !(old->mask & ~new->mask) && new->write >= old->write &&new->atomic <= old->atomic;
}

static bool conflicts(const struct hd_race_access *a, const struct hd_race_access *b)
{
	return a->mask & b->mask && (a->write || b->write) && !(a->atomic && b->atomic) && a->tid != b->tid;
}

/* Reports races of the new access with the kept ones; drops those that the new one covers. */
static void race_compare(struct hd_race *r, struct hd_race_granule *g, const struct hd_race_access *a)
{
	const struct hd_vclock *now = hd_order_all(r->order, a->tid);
	struct hd_race_access **link = &g->first;

	while (*link) {
		struct hd_race_access *old = *link;
		bool before = old->clock <= hd_vclock_get(now, old->tid);

		if (!before && conflicts(old, a))
			r->found(r->to, old, a,
				 g->granule * 8 + (uint64_t)__builtin_ctz(old->mask & a->mask));
		if (before && race_stands_for(a, old))
			race_drop(r, link);
		else
			link = &old->next;
	}
}

static void race_keep(struct hd_race *r, struct hd_race_granule *g, const struct hd_race_access *a)
{
	struct hd_race_access *kept = new_access(r);

	if (!kept)
		return;
	*kept = *a;
	kept->next = g->first;
	g->first = kept;
}

static unsigned race_mask_of(uint64_t granule, uint64_t addr, uint64_t end)
{
	unsigned mask = 0xff;

	if (granule == addr / 8)
		mask &= 0xffu << (addr & 7);
	if (granule == (end - 1) / 8)
		mask &= 0xffu >> (7 - ((end - 1) & 7));
	return mask;
}

/* ---- blocks that were filled ---- */

static void **filled_bucket(struct hd_race *r, uint64_t addr)
{
	return hd_bucket_of(r->filled, HD_RACE_FILLED_BUCKETS, r->run, addr);
}

static struct hd_race_filled *find_filled(struct hd_race *r, uint64_t addr)
{
	struct hd_race_filled *f = r->nfilled ? *filled_bucket(r, addr) : NULL;

	while (f && f->addr != addr)
		f = f->next;
	return f;
}

void hd_race_fill(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size)
{
	struct hd_race_filled *f = find_filled(r, addr);
	void **bucket = filled_bucket(r, addr);

	if (!f && (f = hd_arena_take(r->arena, sizeof *f))) {
		*f = (struct hd_race_filled){.addr = addr, .next = *bucket};
		*bucket = f;
		r->nfilled++;
	}
	if (!f)
		return;
	f->size = size;
	f->by = *a;
	f->by.clock = hd_vclock_get(hd_order_all(r->order, a->tid), a->tid);
}

/* No thread has touched these bytes since the block was handed out: keep the write that filled them. */
static void keep_filling(struct hd_race *r, struct hd_race_granule *g)
{
	uint64_t block = r->nfilled && r->block_of ? r->block_of(g->granule * 8) : 0;
	const struct hd_race_filled *f = block ? find_filled(r, block) : NULL;
	struct hd_race_access a;

	if (!f || !f->size || g->granule > (f->addr + f->size - 1) / 8)
		return;
	a = f->by;
	a.mask = (uint8_t)race_mask_of(g->granule, f->addr, f->addr + f->size);
	race_keep(r, g, &a);
}

/* ---- accesses ---- */

static void race_meet(struct hd_race *r, struct hd_race_granule *g, const struct hd_race_access *a)
{
	if (!g->first)
		keep_filling(r, g);
	race_compare(r, g, a);
	race_keep(r, g, a);
}

/* The last access here was by the same thread at the same time, and covers the new one. */
static bool race_is_known(const struct hd_race_granule *g, const struct hd_race_access *a)
{
	const struct hd_race_access *last = g->first;

	return last && last->tid == a->tid && last->clock == a->clock && race_stands_for(last, a);
}

void hd_race_see(struct hd_race *r, const struct hd_race_access *access, uint64_t addr, uint64_t size)
{
	struct hd_race_access a = *access;
	uint64_t first = addr / 8, n = size ? (addr + size - 1) / 8 - first + 1 : 0;

	a.clock = hd_vclock_get(hd_order_all(r->order, a.tid), a.tid);
	for (uint64_t i = 0; i < n && !r->arena->full; i++) {
		struct hd_race_granule *g;

		if (hd_arena_table_full(r->arena, HD_FULL_RACE_RANGE, i * 8))
			return;
		g = race_find(r, first + i, true);
		a.mask = (uint8_t)race_mask_of(first + i, addr, addr + size);
		if (g && !race_is_known(g, &a))
			race_meet(r, g, &a);
	}
}

/* ---- memory comes and goes ---- */

static void end_granule(struct hd_race *r, struct hd_race_granule *g, const struct hd_race_access *a)
{
	if (!g)
		return;
	if (a && g->first)
		race_compare(r, g, a);
	while (g->first)
		race_drop(r, &g->first);
}

/* Of a large range it is quicker to look at all that is known. */
static void end_range(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size)
{
	uint64_t first = addr / 8, n = size ? (addr + size - 1) / 8 - first + 1 : 0;

	if (n <= r->nknown) {
		for (uint64_t i = 0; i < n; i++)
			end_granule(r, race_find(r, first + i, false), a);
		return;
	}
	for (struct hd_race_granule *g = r->known; g; g = g->next_known)
		if (g->granule - first < n)
			end_granule(r, g, a);
}

/* If no thread has touched the bytes yet, keep the write that filled them when the block was handed out. */
static void recall_filling(struct hd_race *r, uint64_t addr)
{
	struct hd_race_granule *g = race_find(r, addr / 8, true);

	if (g && !g->first)
		keep_filling(r, g);
}

void hd_race_end(struct hd_race *r, const struct hd_race_access *access, uint64_t addr, uint64_t size)
{
	struct hd_race_access a = *access;

	a.clock = hd_vclock_get(hd_order_all(r->order, a.tid), a.tid);
	a.mask = 0xff; /* blocks are granules of their own */
	if (r->nfilled && size)
		recall_filling(r, addr);
	end_range(r, &a, addr, size);
}

void hd_race_forget(struct hd_race *r, uint64_t addr, uint64_t size)
{
	struct hd_race_filled *f = find_filled(r, addr);

	if (f)
		f->size = 0;
	end_range(r, NULL, addr, size);
}
