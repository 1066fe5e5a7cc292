/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/race.h"

void hd_race_begin(struct hd_race *r)
{
	r->run++;
	r->shadow.arena = r->arena;
	hd_shadow_begin(&r->shadow);
	r->nfilled = 0;
}

/* The granules `from` to `to` - 1 of memory, or those of one chunk, counted from its beginning. */
struct granules {
	uint64_t from, to;
};

static struct granules granules_of(uint64_t addr, uint64_t size)
{
	return (struct granules){addr / 8, size ? (addr + size - 1) / 8 + 1 : addr / 8};
}

static struct granules part_in(struct granules all, uint64_t chunk)
{
	uint64_t first = chunk * HD_RACE_GRANULES, end = first + HD_RACE_GRANULES;

	return (struct granules){(all.from > first ? all.from : first) - first,
				 (all.to < end ? all.to : end) - first};
}

static bool is_all_of_chunk(struct granules part)
{
	return part.from == 0 && part.to == HD_RACE_GRANULES;
}

static uint64_t granule_at(const struct hd_race_chunk *c, uint64_t i)
{
	return c->number * HD_RACE_GRANULES + i;
}

/* ---- accesses that are kept ---- */

/* Whatever races with the old access, which came before, races with the new one too. */
static bool race_stands_for(const struct hd_race_access *new, const struct hd_race_access *old)
{
	return !(old->mask & ~new->mask) && new->write >= old->write &&new->atomic <= old->atomic;
}

static bool conflicts(const struct hd_race_access *a, const struct hd_race_access *b)
{
	return a->mask & b->mask && (a->write || b->write) && !(a->atomic && b->atomic) && a->tid != b->tid;
}

static void race_found(struct hd_race *r, const struct hd_race_access *old, const struct hd_race_access *a,
		       uint64_t granule, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		r->found(r->to, old, a, (granule + i) * 8 + (uint64_t)__builtin_ctz(old->mask & a->mask));
}

/* Reports races of the new access with those of the list, which are kept for `n` granules; drops those that
 * the new one covers. */
static void race_compare(struct hd_race *r, struct hd_race_access **list, const struct hd_race_access *a,
			 uint64_t granule, uint64_t n)
{
	const struct hd_vclock *now = hd_order_all(r->order, a->tid);
	struct hd_race_access **link = list;

	while (*link) {
		struct hd_race_access *old = *link;
		bool before = old->clock <= hd_vclock_get(now, old->tid);

		if (!before && conflicts(old, a))
			race_found(r, old, a, granule, n);
		if (before && race_stands_for(a, old))
			hd_shadow_drop(&r->shadow, link);
		else
			link = &old->next;
	}
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

/* The block that the granule is in, if it was filled when it was handed out, this granule too; or NULL. */
static const struct hd_race_filled *filled_at(struct hd_race *r, uint64_t granule)
{
	uint64_t block = r->nfilled && r->block_of ? r->block_of(granule * 8) : 0;
	const struct hd_race_filled *f = block ? find_filled(r, block) : NULL;

	return f && f->size && granule <= (f->addr + f->size - 1) / 8 ? f : NULL;
}

/* No thread has touched these bytes since the block was handed out: keep the write that filled them. */
static void keep_filling(struct hd_race *r, struct hd_race_access **list, uint64_t granule)
{
	const struct hd_race_filled *f = filled_at(r, granule);
	struct hd_race_access a;

	if (!f)
		return;
	a = f->by;
	a.mask = (uint8_t)race_mask_of(granule, f->addr, f->addr + f->size);
	hd_shadow_keep(&r->shadow, list, &a);
}

/* … of a whole chunk. False: its granules were not filled alike, or this is not known. */
static bool keep_whole_filling(struct hd_race *r, struct hd_race_chunk *c)
{
	uint64_t start = c->number * HD_RACE_CHUNK_BYTES;
	const struct hd_race_filled *f;
	struct hd_race_access a;

	if (!r->nfilled)
		return true;
	f = filled_at(r, granule_at(c, 0));
	if (!f || f->addr > start || f->addr + f->size < start + HD_RACE_CHUNK_BYTES)
		return false;
	a = f->by;
	a.mask = 0xff;
	hd_shadow_keep(&r->shadow, &c->whole, &a);
	return true;
}

/* ---- accesses ---- */

/* The last access here was by the same thread at the same time, and covers the new one. */
static bool race_is_known(const struct hd_race_access *last, const struct hd_race_access *a)
{
	return last && last->tid == a->tid && last->clock == a->clock && race_stands_for(last, a);
}

static void meet_granule(struct hd_race *r, struct hd_race_chunk *c, uint64_t i,
			 const struct hd_race_access *a)
{
	if (!c->cells[i])
		keep_filling(r, &c->cells[i], granule_at(c, i));
	race_compare(r, &c->cells[i], a, granule_at(c, i), 1);
}

/* A chunk that is split and touched as a whole: when nothing else has to be kept, it is whole again. */
static void meet_all_cells(struct hd_race *r, struct hd_race_chunk *c, const struct hd_race_access *a)
{
	uint64_t known = 0;
	bool empty = true;

	for (uint64_t i = 0; i < HD_RACE_GRANULES; i++) {
		if (race_is_known(c->cells[i], a))
			known |= 1ULL << i;
		else
			meet_granule(r, c, i, a);
		empty &= !c->cells[i];
	}
	if (empty) {
		hd_shadow_clear(&r->shadow, c);
		hd_shadow_keep(&r->shadow, &c->whole, a);
		return;
	}
	for (uint64_t i = 0; i < HD_RACE_GRANULES; i++)
		if (!(known >> i & 1))
			hd_shadow_keep(&r->shadow, &c->cells[i], a);
}

static void see_whole(struct hd_race *r, struct hd_race_chunk *c, const struct hd_race_access *a)
{
	if (!c->cells && race_is_known(c->whole, a))
		return;
	if (!c->cells && (c->whole || keep_whole_filling(r, c))) {
		race_compare(r, &c->whole, a, granule_at(c, 0), HD_RACE_GRANULES);
		hd_shadow_keep(&r->shadow, &c->whole, a);
	} else if (c->cells || hd_shadow_split(&r->shadow, c)) {
		meet_all_cells(r, c, a);
	}
}

static void see_granule(struct hd_race *r, struct hd_race_chunk *c, uint64_t i,
			const struct hd_race_access *a)
{
	if (race_is_known(c->cells ? c->cells[i] : c->whole, a) ||
	    (!c->cells && !hd_shadow_split(&r->shadow, c)))
		return;
	meet_granule(r, c, i, a);
	hd_shadow_keep(&r->shadow, &c->cells[i], a);
}

/* How much of a large access is looked at. */
static uint64_t end_of_look(struct hd_race *r, struct granules all)
{
	uint64_t most = (hd_arena_table_most(r->arena, HD_FULL_RACE_RANGE) + 7) / 8;

	if (all.to - all.from <= most)
		return all.to;
	(void)hd_arena_table_full(r->arena, HD_FULL_RACE_RANGE, most * 8);
	return all.from + most;
}

void hd_race_see(struct hd_race *r, const struct hd_race_access *access, uint64_t addr, uint64_t size)
{
	struct hd_race_access a = *access;
	struct granules all = granules_of(addr, size);

	a.clock = hd_vclock_get(hd_order_all(r->order, a.tid), a.tid);
	all.to = end_of_look(r, all);
	for (uint64_t at = all.from; at < all.to && !r->arena->full;) {
		struct hd_race_chunk *c = hd_shadow_find(&r->shadow, at / HD_RACE_GRANULES, true);
		struct granules part = part_in(all, at / HD_RACE_GRANULES);
		unsigned first = race_mask_of(at, addr, addr + size);

		if (!c)
			return;
		at += part.to - part.from;
		a.mask = (uint8_t)(first & race_mask_of(at - 1, addr, addr + size));
		if (is_all_of_chunk(part) && a.mask == 0xff) {
			see_whole(r, c, &a);
			continue;
		}
		for (uint64_t i = part.from; i < part.to && !r->arena->full; i++) {
			a.mask = (uint8_t)race_mask_of(granule_at(c, i), addr, addr + size);
			see_granule(r, c, i, &a);
		}
	}
}

/* ---- memory comes and goes ---- */

static void end_granule(struct hd_race *r, struct hd_race_chunk *c, uint64_t i,
			const struct hd_race_access *a)
{
	if (a)
		race_compare(r, &c->cells[i], a, granule_at(c, i), 1);
	hd_shadow_drop_all(&r->shadow, &c->cells[i]);
}

static void end_part(struct hd_race *r, struct hd_race_chunk *c, struct granules part,
		     const struct hd_race_access *a)
{
	if (!c->cells && !c->whole)
		return;
	if (!c->cells && is_all_of_chunk(part)) {
		if (a)
			race_compare(r, &c->whole, a, granule_at(c, 0), HD_RACE_GRANULES);
	} else if (c->cells || hd_shadow_split(&r->shadow, c)) {
		for (uint64_t i = part.from; i < part.to; i++)
			end_granule(r, c, i, a);
	}
	if (is_all_of_chunk(part))
		hd_shadow_clear(&r->shadow, c);
}

/* Of a large range it is quicker to look at all that is known. */
static void end_range(struct hd_race *r, const struct hd_race_access *a, uint64_t addr, uint64_t size)
{
	struct granules all = granules_of(addr, size);
	uint64_t first = all.from / HD_RACE_GRANULES, n = (all.to - 1) / HD_RACE_GRANULES - first + 1;
	struct hd_race_chunk *c;

	if (!size)
		return;
	if (n > r->shadow.nknown) {
		for (c = r->shadow.known; c; c = c->next_known)
			if (c->number - first < n)
				end_part(r, c, part_in(all, c->number), a);
		return;
	}
	for (uint64_t i = first; i < first + n; i++) {
		c = hd_shadow_find(&r->shadow, i, false);
		if (c)
			end_part(r, c, part_in(all, i), a);
	}
}

/* If no thread has touched the bytes yet, keep the write that filled them when the block was handed out. */
static void recall_filling(struct hd_race *r, uint64_t addr)
{
	struct hd_race_chunk *c = hd_shadow_find(&r->shadow, addr / HD_RACE_CHUNK_BYTES, true);
	uint64_t i = addr / 8 % HD_RACE_GRANULES;

	if (!c || c->whole || (!c->cells && !hd_shadow_split(&r->shadow, c)))
		return;
	if (!c->cells[i])
		keep_filling(r, &c->cells[i], addr / 8);
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
