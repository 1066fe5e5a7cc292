/* SPDX-License-Identifier: Apache-2.0
 *
 * What the runtime does before and after each atomic operation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/access/access.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

#define HD_MEMORY_ORDER_MASK 7 /* compilers put hints into the bits above */

static inline void hd_atomic_before(const volatile void *addr, size_t size, enum hd_event_kind kind,
				    uintptr_t pc)
{
	enum hd_outcome misuse;

	if (!hd_live.active)
		return;
	if (hd_rt.run.multi) /* atomics synchronise: they are scheduling points from the start */
		hd_access_atomic((uintptr_t)addr, size, kind, hd_pc_find(pc));
	misuse = hd_heap_check((uintptr_t)addr, size);
	if (__builtin_expect(misuse != HD_OUT_NONE, 0))
		hd_access_misuse(misuse, (uintptr_t)addr, size, kind != HD_ATOMIC_LOAD, pc);
}

/* Tell the analyses of the operation, its memory order and its kind (a compare-exchange that fails is a
 * load). */
static inline void hd_atomic_seen(const volatile void *addr, size_t size, enum hd_event_kind kind, int order,
				  uintptr_t pc)
{
	if (hd_watched() && hd_live.active)
		hd_feed_atomic_slow((uintptr_t)addr, size, kind, order & HD_MEMORY_ORDER_MASK,
				    hd_pc_find(pc)->site);
}

struct hd_orders { /* of a compare-exchange that succeeds, and of one that fails */
	int done, failed;
};

static inline void hd_compare_seen(const volatile void *addr, size_t size, bool done, struct hd_orders o,
				   uintptr_t pc)
{
	hd_atomic_seen(addr, size, done ? HD_ATOMIC_RMW : HD_ATOMIC_LOAD, done ? o.done : o.failed, pc);
	if (!done && hd_live.active)
		hd_rt.run.self->forgiven = true;
}

static inline void hd_atomic_begin(const volatile void *addr, size_t size, enum hd_event_kind kind, int order,
				   uintptr_t pc)
{
	hd_atomic_before(addr, size, kind, pc);
	hd_atomic_seen(addr, size, kind, order, pc);
}

static inline void hd_atomic_after(bool changed)
{
	hd_rt.run.progress += changed;
}
