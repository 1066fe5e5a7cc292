/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access.h"

#include "runtime/failure.h"
#include "runtime/sched.h"

#define LEARN_GRANULES 64 /* of a range: more would cost more than it teaches */

struct hd_share *hd_shares;

void hd_access_init(void)
{
	_Static_assert(sizeof *hd_shares << HD_SHARE_BITS <= HD_LEARNING_SIZE, "the wire has room for it");
	hd_shares = (struct hd_share *)
			hd_rt.slot->learning; /* kept from process to process, as strategies' state is */
}

/* A new run, or another location. What was found to be shared stays so as long as the entry is not needed for
 * another location: sites that come to it before anybody else does are found out in this way. */
static void forget(struct hd_share *s, uintptr_t granule)
{
	*s = (struct hd_share){.granule = granule,
			       .epoch = hd_rt.run.epoch,
			       .tid = hd_rt.run.current,
			       .hot_mask = s->granule == granule ? s->hot_mask : 0};
}

static void learn_granule(uintptr_t granule, uint8_t mask, bool write, uint32_t site)
{
	struct hd_share *s = hd_share_of(granule);

	if (s->granule != granule || s->epoch != hd_rt.run.epoch)
		forget(s, granule);
	if (s->hot_mask & mask) {
		hd_site_share(site);
	} else if (s->tid != hd_rt.run.current) {
		bool with_write = s->write_mask & mask, with_read = write && (s->read_mask & mask);

		if (with_write)
			hd_site_share(s->write_site);
		if (with_read)
			hd_site_share(s->read_site);
		if (with_write || with_read) {
			hd_site_share(site);
			s->hot_mask |= mask;
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

void hd_access_learn(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	uintptr_t first = addr >> 3, last = (addr + (size ? size - 1 : 0)) >> 3;
	unsigned n = 0;

	if (first == last) {
		learn_granule(first, (uint8_t)(((1u << size) - 1) << (addr & 7)), write, site);
		return;
	}
	for (uintptr_t g = first; g <= last && n < LEARN_GRANULES; g++, n++) {
		unsigned mask = 0xff;

		if (g == first)
			mask &= 0xffu << (addr & 7);
		if (g == last)
			mask &= 0xffu >> (7 - ((addr + size - 1) & 7));
		learn_granule(g, (uint8_t)mask, write, site);
	}
}

/* A site that is a scheduling point still teaches about its partners: accesses of the other threads to the
 * same location may come from sites that are not known to be shared yet. */
void hd_access_point(uintptr_t addr, size_t size, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = {.addr = addr, .site = site, .size = (uint32_t)size, .kind = (uint8_t)kind};

	hd_sched_point(&op);
	hd_access_learn(addr, size, hd_event_flags[kind] & HD_F_WRITE, site);
}

void hd_access_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc)
{
	enum hd_outcome misuse;

	if (hd_rt.run.nthreads > 1) {
		const struct hd_pc *e = hd_pc_find(pc);

		if (e->flags & HD_PC_POINT)
			hd_access_point(addr, size, kind, e->site);
		else
			hd_access_learn(addr, size, write, e->site);
		if (++hd_rt.run.quiet > HD_QUIET_MAX)
			hd_sched_quiet(e->site);
		hd_rt.run.progress += write;
	}
	misuse = hd_heap_check(addr, size);
	if (misuse != HD_OUT_NONE)
		hd_access_misuse(misuse, addr, size, write, pc);
}

void hd_access_misuse(enum hd_outcome what, uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	const char *verb = write ? "writes" : "reads";

	if (what == HD_OUT_USE_AFTER_FREE)
		hd_fail(what, hd_site_of(pc), addr, "thread %u %s %lu byte%s of a block that has been freed",
			hd_rt.run.current, verb, size, size == 1 ? "" : "s");
	hd_fail(what, hd_site_of(pc), addr, "thread %u %s %lu byte%s outside of a heap block",
		hd_rt.run.current, verb, size, size == 1 ? "" : "s");
}

void hd_access_range(uintptr_t addr, size_t n, bool write, uintptr_t pc)
{
	if (n)
		hd_access(addr, n, write ? HD_WRITE : HD_READ, write, pc);
}
