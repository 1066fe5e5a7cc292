/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/share.h"

#include "base/rng.h"
#include "runtime/arch/memory.h"
#include "runtime/common/full.h"
#include "runtime/common/team.h"
#include "runtime/common/team_memory.h"
#include "runtime/memory/heap_check.h"
#include "runtime/state/backpoints.h"
#include "runtime/observe/cxx_library.h"

#define PURPOSE_BITS 12
#define OWN_SHIFT    45 /* of granules: above all addresses */

/* What the memory at an address was handed out for the last time. */
struct purpose {
	uintptr_t addr;
	uint32_t size;
	uint32_t purpose;
};

struct learning { /* kept from process to process, as strategies' state is */
	struct hd_share shares[1u << HD_SHARE_BITS];
	struct purpose purposes[1u << PURPOSE_BITS];
};
_Static_assert(sizeof(struct learning) <= HD_LEARNING_SIZE, "the wire has room for it");

struct hd_share *hd_shares;
static struct purpose *purposes;

#define UNDO_MAX (1u << 17)

/* An entry of one of the tables as it was, before it changed for the first time since a mark. */
struct undo {
	void *at;
	size_t size;
	uint64_t old[sizeof(struct hd_share) / 8];
};

static struct {
	bool on;
	uint32_t n;
	struct undo all[UNDO_MAX];
} * undo; /* kept where forked runs can add to it */

static void note_old(void *at, size_t size)
{
	struct undo *u = &undo->all[undo->n];

	if (!undo->on)
		return;
	if (undo->n == UNDO_MAX) {
		undo->on = false;
		hd_backpoints_spoil();
		return;
	}
	*u = (struct undo){.at = at, .size = size};
	hd_copy(u->old, at, size);
	undo->n++;
}

uint32_t hd_share_mark(void)
{
	undo->on = true;
	hd_rt.run.share_epoch = ++hd_rt.slot->epoch; /* so that each entry is noted before it changes */
	return undo->n;
}

void hd_share_return(uint32_t mark)
{
	while (undo->n > mark) {
		const struct undo *u = &undo->all[--undo->n];

		hd_copy(u->at, u->old, u->size);
	}
	hd_rt.run.share_epoch = ++hd_rt.slot->epoch;
}

void hd_share_forget_marks(void)
{
	undo->on = false;
	undo->n = 0;
}

void hd_share_init(void)
{
	struct learning *l = (struct learning *)hd_rt.slot->learning;

	hd_shares = l->shares;
	purposes = l->purposes;
	undo = hd_keep_alloc(sizeof *undo);
}

/* The entry is of this run, since the last moment at which all other threads had been joined. */
static bool is_current(const struct hd_share *s)
{
	return (int32_t)(s->epoch - hd_rt.run.share_since) >= 0;
}

/* Begin the entry anew, for a new run or another location. Bytes that were found to be shared stay so until
 * another location needs the entry: in this way a site is found that touches them before other threads do. */
static void renew_granules(struct hd_share *s, uintptr_t granule)
{
	if (s->granule && s->granule != granule && is_current(s))
		hd_full(HD_FULL_LOCATIONS);
	*s = (struct hd_share){.granule = granule,
			       .epoch = hd_rt.run.share_epoch,
			       .tid = hd_rt.run.accessor,
			       .hot_mask = s->granule == granule ? s->hot_mask : 0,
			       .hot_in = s->hot_in};
}

/* The heap block at the address: a number for where it is, how large and for what. 0: memory that is always
 * used for the same. */
static uint32_t block_of(uintptr_t addr)
{
	struct hd_wire_place at;

	if (addr - HD_HEAP_ADDRESS >= hd_heap_reserved || !hd_heap_describe(addr, &at))
		return 0;
	return (uint32_t)(hd_mix64(hd_mix64(addr - at.offset) ^ hd_mix64(at.size) ^ at.alloc_site) >> 32) | 1;
}

/* The bytes were found to be shared, and as a part of the block that is there now. In another run another
 * block may lie across them, and its sites have nothing to do with it. Only asked as long as the site is
 * news. */
static bool is_hot(struct hd_share *s, uint8_t mask, uint32_t site)
{
	if (!(s->hot_mask & mask))
		return false;
	if (!hd_site_is_shared(site) && s->hot_in != block_of(s->granule << 3)) {
		note_old(s, sizeof *s);
		s->hot_mask = 0;
	}
	return s->hot_mask;
}

static void make_hot(struct hd_share *s, uint8_t mask)
{
	uint32_t block = block_of(s->granule << 3);

	if (s->hot_in != block)
		s->hot_mask = 0;
	s->hot_in = block;
	s->hot_mask |= mask;
}

static void learn_granule(uintptr_t granule, uint8_t mask, bool write, uint32_t site)
{
	struct hd_share *s = hd_share_of(granule);

	if (s->granule != granule || s->epoch != hd_rt.run.share_epoch) {
		note_old(s, sizeof *s);
		if (s->granule == granule && is_current(s))
			s->epoch = hd_rt.run.share_epoch;
		else
			renew_granules(s, granule);
	}
	if (is_hot(s, mask, site)) {
		hd_site_share(site);
	} else if (s->tid != hd_rt.run.accessor) {
		bool with_write = s->write_mask & mask, with_read = write && (s->read_mask & mask);

		if (with_write)
			hd_site_share(s->write_site);
		if (with_read)
			hd_site_share(s->read_site);
		if (with_write || with_read) {
			hd_site_share(site);
			hd_backpoints_spoil(); /* steps before a point may touch these bytes, too */
			make_hot(s, mask);
		}
		s->tid = HD_NO_TID;
	}
	if (write) {
		s->write_mask |= mask;
		s->write_site = site;
	} else {
		s->read_mask |= mask;
		s->read_site = site;
	}
}

void hd_share_learn(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	uintptr_t first = addr >> 3, last = (addr + (size ? size - 1 : 0)) >> 3, g = first;
	uint32_t granules = hd_rt.wire->most[HD_FULL_RANGE] / 8;

	if (hd_cxx_library_has(addr))
		return;
	if (hd_process && !hd_team_sees(addr)) /* memory that only this process has */
		first ^= (uintptr_t)hd_process << OWN_SHIFT, last ^= (uintptr_t)hd_process << OWN_SHIFT,
		    g = first;
	if (first == last) {
		learn_granule(first, (uint8_t)(((1u << size) - 1) << (addr & 7)), write, site);
		return;
	}
	for (; g <= last && g - first < granules; g++) {
		unsigned mask = 0xff;

		if (g == first)
			mask &= 0xffu << (addr & 7);
		if (g == last)
			mask &= 0xffu >> (7 - ((addr + size - 1) & 7));
		learn_granule(g, (uint8_t)mask, write, site);
	}
	if (g <= last)
		hd_full(HD_FULL_RANGE);
}

/* ---- memory that is used anew ---- */

static void forget_entry(struct hd_share *s)
{
	note_old(s, sizeof *s);
	s->granule = 0;
}

void hd_share_forget(uintptr_t addr, size_t size)
{
	uintptr_t first = addr >> 3, last = (addr + (size ? size - 1 : 0)) >> 3;

	if (last - first >= 1u << HD_SHARE_BITS) { /* the whole table is smaller than the range */
		for (size_t i = 0; i < 1u << HD_SHARE_BITS; i++)
			if (hd_shares[i].granule - first <= last - first)
				forget_entry(&hd_shares[i]);
		return;
	}
	for (uintptr_t g = first; g <= last; g++) {
		struct hd_share *s = hd_share_of(g);

		if (s->granule == g)
			forget_entry(s);
	}
}

/* Note what the memory is for now; true: it was handed out for the same the last time. */
static bool same_purpose(uintptr_t addr, size_t size, uint32_t purpose)
{
	struct purpose now = {addr, (uint32_t)size, purpose};
	struct purpose *p = &purposes[(addr * 0x9E3779B97F4A7C15ULL) >> (64 - PURPOSE_BITS)];
	bool same = p->addr == now.addr && p->size == now.size && p->purpose == now.purpose;

	note_old(p, sizeof *p);
	*p = now;
	return same;
}

void hd_share_handed_out(uintptr_t addr, size_t size, uint32_t purpose, bool fresh)
{
	bool same;

	if (!size || hd_rt.run.nthreads <= 1)
		return; /* the accesses of a single thread teach nothing */
	same = same_purpose(addr, size, purpose);
	if (!fresh || !same)
		hd_share_forget(addr, size);
}

void hd_share_all_joined(void)
{
	if (!hd_team())
		hd_rt.run.share_epoch = hd_rt.run.share_since = ++hd_rt.slot->epoch;
}
