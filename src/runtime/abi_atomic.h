/* SPDX-License-Identifier: Apache-2.0
 *
 * What surrounds every atomic operation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/access.h"
#include "runtime/sched.h"

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

static inline void hd_atomic_after(bool changed)
{
	hd_rt.run.progress += changed;
}
