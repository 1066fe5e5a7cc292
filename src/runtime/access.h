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

void hd_access_init(void);
void hd_access_learn(uintptr_t addr, size_t size, bool write, uint32_t site);
/* The access is a scheduling point: announce it. */
void hd_access_point(uintptr_t addr, size_t size, enum hd_event_kind kind, uint32_t site);
_Noreturn void hd_access_misuse(enum hd_outcome what, uintptr_t addr, size_t size, bool write, uintptr_t pc);
/* A read or write of n bytes by a libc function on behalf of the program. */
void hd_access_range(uintptr_t addr, size_t n, bool write, uintptr_t pc);

static inline void hd_access(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc)
{
	enum hd_outcome misuse;

	if (!hd_rt.run.active)
		return;
	if (__builtin_expect(hd_rt.run.nthreads > 1, 1)) {
		struct hd_pc *e = hd_pc_find(pc);

		if (e->flags & HD_PC_POINT)
			hd_access_point(addr, size, kind, e->site);
		else
			hd_access_learn(addr, size, write, e->site);
		if (__builtin_expect(++hd_rt.run.quiet > HD_QUIET_MAX, 0))
			hd_sched_quiet(e->site);
		hd_rt.run.progress += write;
	}
	misuse = hd_heap_check(addr, size);
	if (__builtin_expect(misuse != HD_OUT_NONE, 0))
		hd_access_misuse(misuse, addr, size, write, pc);
}
