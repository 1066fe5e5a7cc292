/* SPDX-License-Identifier: Apache-2.0
 *
 * The funnel through which every instrumented access goes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "runtime/access/patch.h"
#include "runtime/access/share.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"
#include "runtime/common/site.h"
#include "runtime/engine/sched.h"
#include "runtime/memory/heap.h"

/* The access is a scheduling point: announce it. */
void hd_access_point(uintptr_t addr, size_t size, enum hd_event_kind kind, uint32_t site);
/* The same for an atomic access at e, which is a scheduling point unless its site is visited so often that
 * only some of its visits are (sample.h). */
void hd_access_atomic(uintptr_t addr, size_t size, enum hd_event_kind kind, struct hd_pc *e);
_Noreturn void hd_access_misuse(enum hd_outcome what, uintptr_t addr, size_t size, bool write, uintptr_t pc);
/* A read or write of n bytes by a libc function on behalf of the program. */
void hd_access_range(uintptr_t addr, size_t n, bool write, uintptr_t pc);

/* Ends the run if the access touches freed memory or memory outside of a heap block. */
void hd_access_check(uintptr_t addr, size_t size, bool write, uintptr_t pc);

/* The running thread's stack: what is there belongs to the thread's own state (standstill.h). Outside of runs
 * no thread is the running one. */
static inline bool hd_on_own_stack(uintptr_t addr)
{
	const struct hd_thread *t = hd_rt.run.self;

	return t && addr - (uintptr_t)t->stack_lo < (uintptr_t)(t->stack_hi - t->stack_lo);
}

/* An access that is not the common case: it may be a scheduling point, or teach which memory is shared. */
void hd_access_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc);

/* A visit of a site that is muted or does not lead. So many of muted ones cost what it costs to take their
 * calls out. */
static inline void hd_pc_quiet(struct hd_pc *e)
{
	if (e->skip == HD_PC_MUTED)
		hd_patch_count();
	else if (++e->skip == -HD_PC_QUIET)
		e->skip = 0;
}

/* The site rests (sample.h) or is muted (mute.h): neither the scheduler nor the table of shared memory looks
 * at this visit. */
static inline __attribute__((always_inline)) bool hd_pc_rests(struct hd_pc *e)
{
	if (e->skip >= 0)
		return false;
	if (__builtin_expect(e->skip < -HD_PC_QUIET, 0)) {
		hd_pc_quiet(e);
		return true;
	}
	e->skip++;
	hd_leading.visits++;
	hd_leading.last = e;
	return true;
}

/* An access while hd_live.looks is false: either no access of the run matters yet, or the analyses look at
 * each access. */
void hd_access_rare(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc);

/* The common case, without a call: no scheduling point, nothing to learn, memory that may be touched. */
static inline __attribute__((always_inline)) void hd_access(uintptr_t addr, size_t size,
							    enum hd_event_kind kind, bool write, uintptr_t pc)
{
	struct hd_pc *e;

	if (__builtin_expect(!hd_live.looks, 0)) {
		if (hd_live.active) /* else it is a native run, or before main */
			hd_access_rare(addr, size, kind, write, pc);
		return;
	}
	e = &hd_pcs[hd_pc_slot(pc)];
	if (__builtin_expect(e->pc == pc && hd_pc_rests(e), 1)) {
		if (__builtin_expect(!hd_heap_fine(addr, size), 0))
			hd_access_check(addr, size, write, pc);
		return;
	}
	if (__builtin_expect(e->pc != pc || !e->skip || hd_rt.run.slow_accesses ||
				 hd_rt.run.accesses >= hd_rt.run.quiet_until ||
				 !hd_share_note(addr, size, write, e),
			     0)) {
		hd_access_slow(addr, size, kind, write, pc);
		return;
	}
	e->skip--;
	hd_leading.visits++;
	hd_rt.run.accesses++;
	hd_rt.run.progress += write;
	if (__builtin_expect(!hd_heap_fine(addr, size), 0))
		hd_access_check(addr, size, write, pc);
}
