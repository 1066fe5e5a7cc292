/* SPDX-License-Identifier: Apache-2.0
 *
 * The funnel through which every instrumented access goes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "runtime/heap.h"
#include "runtime/rt.h"
#include "runtime/sched.h"
#include "runtime/site.h"

/* One location's recent accesses in this run: who, and which of its 8 bytes. Tells which sites share it. */
struct hd_share {
	uintptr_t granule; /* address >> 3 */
	uint32_t epoch;	   /* the run that this entry belongs to */
	hd_tid tid;	   /* HD_NO_TID: several threads */
	uint8_t read_mask, write_mask;
	uint8_t hot_mask; /* bytes that are known to be shared */
	uint8_t pad[7];
	uint32_t read_site, write_site;
};

#define HD_QUIET_MAX  100000 /* accesses without a scheduling point, after which others get a turn */
#define HD_SHARE_BITS 15
extern struct hd_share *hd_shares;

static inline struct hd_share *hd_share_of(uintptr_t granule)
{
	return &hd_shares[(granule * 0x9E3779B97F4A7C15ULL) >> (64 - HD_SHARE_BITS)];
}

void hd_access_init(void);
void hd_access_learn(uintptr_t addr, size_t size, bool write, uint32_t site);
/* The access is a scheduling point: announce it. */
void hd_access_point(uintptr_t addr, size_t size, enum hd_event_kind kind, uint32_t site);
_Noreturn void hd_access_misuse(enum hd_outcome what, uintptr_t addr, size_t size, bool write, uintptr_t pc);
/* A read or write of n bytes by a libc function on behalf of the program. */
void hd_access_range(uintptr_t addr, size_t n, bool write, uintptr_t pc);

/* The thread does again what it did here before, and nobody else came in between: there is nothing to learn.
 */
static inline bool hd_access_repeated(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	const struct hd_share *s = hd_share_of(addr >> 3);
	unsigned mask = ((1u << size) - 1)
			<< (addr & 7); /* beyond the granule: never within the 8 bits below */

	if (s->granule != addr >> 3 || s->epoch != hd_rt.run.epoch || s->tid != hd_rt.run.current || size > 8)
		return false;
	if (s->hot_mask & mask)
		return false;
	return write ? s->write_site == site && !(mask & ~(unsigned)s->write_mask)
		     : s->read_site == site && !(mask & ~(unsigned)s->read_mask);
}

/* Everything that is not the common case. */
void hd_access_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc);

/* The common case, without a call: no scheduling point, nothing to learn, memory that may be touched. */
static inline __attribute__((always_inline)) void hd_access(uintptr_t addr, size_t size,
							    enum hd_event_kind kind, bool write, uintptr_t pc)
{
	if (!hd_rt.run.active)
		return;
	if (__builtin_expect(hd_rt.run.nthreads > 1, 1)) {
		const struct hd_pc *e = &hd_pcs[hd_pc_slot(pc)];

		if (__builtin_expect(e->pc != pc || e->flags & HD_PC_POINT ||
					 !hd_access_repeated(addr, size, write, e->site) ||
					 hd_rt.run.quiet >= HD_QUIET_MAX,
				     0)) {
			hd_access_slow(addr, size, kind, write, pc);
			return;
		}
		hd_rt.run.quiet++;
		hd_rt.run.progress += write;
	}
	if (__builtin_expect(!hd_heap_fine(addr, size), 0))
		hd_access_slow(addr, size, kind, write, pc);
}
