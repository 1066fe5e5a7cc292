/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocation on behalf of the program, for the wrappers of malloc, operator new and strdup. All take the
 * address that the exported function returns to: it tells which code called it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/rt.h"
#include "runtime/common/caller.h"

/* The heap is ours in this process. The first allocation comes from the dynamic linker, before any
 * constructor has run. */
static inline bool hd_heap_is_ours(void)
{
	return hd_is_under_test();
}

/* Only where hd_heap_is_ours(). NULL with errno ENOMEM when there is no room; align is a power of two. */
void *hd_program_alloc(size_t size, size_t align, uintptr_t pc);
void hd_program_free(void *p, uintptr_t pc);
