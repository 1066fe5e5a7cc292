/* SPDX-License-Identifier: Apache-2.0
 *
 * malloc and its family. In a program that Heddle controls they serve from its own heap, from the first
 * allocation of the process on; in one started by itself they are libc's.
 *
 * Freeing is a scheduling point, because another thread's access before or after it is what matters;
 * allocating is none. Code that was not built with heddle-cc may hold a lock of libc's while it calls,
 * so for it neither is one. */
#include "runtime/library/wrap_alloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/access/access.h"
#include "runtime/arch/addresses.h"
#include "runtime/engine/failure.h"
#include "runtime/memory/heap.h"
#include "runtime/process/wrap_rlimit.h"
#include "runtime/arch/memory.h"
#include "runtime/common/real.h"
#include "runtime/observe/analysis_feed.h"

#define RESERVE_MIN (64u << 10)
#define RESERVE_MAX (80u << 10)

/* libc's own, under names that no library interposes. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t align, size_t size);
void *__libc_valloc(size_t size);
void *__libc_pvalloc(size_t size);
void __libc_free(void *p);

static uint32_t site_of(uintptr_t pc)
{
	return hd_by_program(pc) ? hd_site_of(pc) : HD_NO_SITE;
}

static bool is_power_of_two(size_t n)
{
	return n && !(n & (n - 1));
}

static void *alloc(size_t size, size_t align, uintptr_t pc, bool *fresh)
{
	uint32_t site = site_of(pc);
	bool is_fresh;
	void *p;

	if (__builtin_expect(hd_rlimit_memory, 0) && hd_active() && !hd_rlimit_allows(size))
		p = NULL;
	else
		p = hd_heap_alloc(size, align, site, &is_fresh);

	if (!p) {
		errno = ENOMEM;
		return NULL;
	}
	hd_share_handed_out((uintptr_t)p, size, site, is_fresh);
	hd_feed_new_memory(p, size);
	if (fresh)
		*fresh = is_fresh;
	return p;
}

void *hd_program_alloc(size_t size, size_t align, uintptr_t pc)
{
	return alloc(size, align, pc, NULL);
}

static _Noreturn void fail_double_free(const void *p, uint32_t site)
{
	struct hd_wire_place place = {0};

	hd_heap_describe((uintptr_t)p, &place);
	hd_fail(HD_OUT_DOUBLE_FREE, site, (uint64_t)(uintptr_t)p,
		"double free of a block of %lu bytes that thread %u had freed", (unsigned long)place.size,
		place.free_tid);
}

static _Noreturn void fail_invalid_free(const void *p, uint32_t site)
{
	struct hd_wire_place place = {0};
	uint64_t addr = (uint64_t)(uintptr_t)p;

	if (!hd_heap_describe((uintptr_t)p, &place))
		hd_fail(HD_OUT_INVALID_FREE, site, addr, "free of %p, which malloc never returned", p);
	if (place.offset == 0)
		hd_fail(
		    HD_OUT_INVALID_FREE, site, addr,
		    "heap block header overwritten: something wrote to the bytes before a block of %lu bytes",
		    (unsigned long)place.size);
	if (place.offset < place.size)
		hd_fail(HD_OUT_INVALID_FREE, site, addr,
			"free of an address %lu bytes into a block of %lu bytes", (unsigned long)place.offset,
			(unsigned long)place.size);
	hd_fail(HD_OUT_INVALID_FREE, site, addr, "free of %p, which is not the start of a block", p);
}

static bool in_heap(const void *p)
{
	return (uintptr_t)p - (uintptr_t)hd_heap_base < hd_heap_reserved;
}

/* True: p is a live block. A wrong pointer ends the run as a failure. It is ignored outside of a run, and if
 * the caller is not the program and the block is not from our heap: libc may have got it before our heap was
 * in use. */
static bool may_free(const void *p, uint32_t site, bool blame)
{
	enum hd_outcome verdict = hd_heap_check_free(p);

	if (verdict == HD_OUT_NONE)
		return true;
	if (!hd_active() || (!blame && !in_heap(p)))
		return false;
	if (verdict == HD_OUT_DOUBLE_FREE)
		fail_double_free(p, site);
	fail_invalid_free(p, site);
}

/* The scheduling point before p is freed; no other thread runs between it and the free. False: do not free
 * p. */
static bool about_to_free(const void *p, uintptr_t pc, uint32_t *site)
{
	bool blame = hd_by_program(pc);
	size_t size = hd_heap_usable_size(p);

	*site = blame ? hd_site_of(pc) : HD_NO_SITE;
	if (blame && hd_rt.run.multi) {
		struct hd_op op = hd_op(HD_FREE, p, *site);

		op.size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
		hd_sched_point(&op);
		/* To other threads a free is like a write to the block: their accesses to it become
		 * scheduling points. */
		hd_share_learn((uintptr_t)p, size, true, *site);
	}
	if (blame && hd_rt.run.nthreads > 1) /* others may have used it until they ended */
		hd_feed_free(p, size, *site);
	return may_free(p, *site, blame);
}

void hd_program_free(void *p, uintptr_t pc)
{
	uint32_t site;

	if (p && about_to_free(p, pc, &site))
		hd_heap_free(p, site);
}

/* The block always moves, so that a later use of the old address is detected. */
static void *move_block(void *p, size_t size, uintptr_t pc)
{
	uint32_t site;

	if (!about_to_free(p, pc, &site)) {
		errno = ENOMEM;
		return NULL;
	}

	void *moved = size ? alloc(size, 1, pc, NULL) : NULL;
	size_t old_size = hd_heap_usable_size(p);

	if (size && !moved)
		return NULL;
	if (moved) {
		hd_copy(moved, p, old_size < size ? old_size : size);
		hd_feed_filled(moved, old_size < size ? old_size : size, site);
	}
	hd_heap_free(p, site);
	return moved;
}

static void *reallocate(void *p, size_t size, uintptr_t pc)
{
	return p ? move_block(p, size, pc) : alloc(size, 1, pc, NULL);
}

/* libstdc++ sets some 70 KB aside at its start, for exceptions that are thrown when there is no memory left.
 * It can do without, and untouched pages older than the snapshot cost a system call at every reset. */
static bool is_exception_reserve(size_t size, uintptr_t pc)
{
	Dl_info caller;

	return size >= RESERVE_MIN && size <= RESERVE_MAX && !hd_active() && dladdr((void *)pc, &caller) &&
	       strstr(caller.dli_fname, "/libstdc++.so");
}

HD_EXPORT void *malloc(size_t size)
{
	if (!hd_heap_is_ours())
		return __libc_malloc(size);
	if (is_exception_reserve(size, HD_PC()))
		return NULL;
	return alloc(size, 1, HD_PC(), NULL);
}

HD_EXPORT void *calloc(size_t n, size_t size)
{
	size_t bytes;
	bool fresh;

	if (!hd_heap_is_ours())
		return __libc_calloc(n, size);
	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}

	void *p = alloc(bytes, 1, HD_PC(), &fresh);

	if (p && !fresh)
		hd_fill(p, 0, bytes);
	if (p)
		hd_feed_filled(p, bytes, site_of(HD_PC()));
	return p;
}

/* In a child that goes on natively: what its parent had allocated is ours, and the heap is libc's, which real
 * threads may use at once. Our blocks stay as they are until the end of the child. */
static void *move_to_libc(const void *p, size_t size)
{
	size_t old_size = hd_heap_usable_size(p);
	void *moved = size ? __libc_malloc(size) : NULL;

	if (moved)
		hd_copy(moved, p, old_size < size ? old_size : size);
	return moved;
}

static void *reallocate_natively(void *p, size_t size)
{
	return in_heap(p) ? move_to_libc(p, size) : __libc_realloc(p, size);
}

HD_EXPORT void *realloc(void *p, size_t size)
{
	return hd_heap_is_ours() ? reallocate(p, size, HD_PC()) : reallocate_natively(p, size);
}

HD_EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return hd_heap_is_ours() ? reallocate(p, bytes, HD_PC()) : reallocate_natively(p, bytes);
}

HD_EXPORT void free(void *p)
{
	if (hd_heap_is_ours())
		hd_program_free(p, HD_PC());
	else if (!in_heap(p))
		__libc_free(p);
}

/* As libc does, any number is taken for the next power of two. */
HD_EXPORT void *memalign(size_t align, size_t size)
{
	size_t power = 1;

	if (!hd_heap_is_ours())
		return __libc_memalign(align, size);
	while (power && power < align)
		power *= 2;
	if (!power) {
		errno = EINVAL;
		return NULL;
	}
	return alloc(size, power, HD_PC(), NULL);
}

HD_EXPORT void *aligned_alloc(size_t align, size_t size)
{
	if (!hd_heap_is_ours())
		return __libc_memalign(align, size);
	if (!is_power_of_two(align)) {
		errno = EINVAL;
		return NULL;
	}
	return alloc(size, align, HD_PC(), NULL);
}

HD_EXPORT int posix_memalign(void **out, size_t align, size_t size)
{
	int saved = errno;

	if (align % sizeof(void *) || !is_power_of_two(align))
		return EINVAL;

	void *p = hd_heap_is_ours() ? alloc(size, align, HD_PC(), NULL) : __libc_memalign(align, size);

	errno = saved; /* the result tells, errno does not */
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

HD_EXPORT void *valloc(size_t size)
{
	return hd_heap_is_ours() ? alloc(size, HD_PAGE, HD_PC(), NULL) : __libc_valloc(size);
}

HD_EXPORT void *pvalloc(size_t size)
{
	size_t rounded;

	if (!hd_heap_is_ours())
		return __libc_pvalloc(size);
	if (__builtin_add_overflow(size, HD_PAGE - 1, &rounded)) {
		errno = ENOMEM;
		return NULL;
	}
	return alloc(rounded & ~(size_t)(HD_PAGE - 1), HD_PAGE, HD_PC(), NULL);
}

HD_EXPORT size_t malloc_usable_size(void *p)
{
	if (hd_heap_is_ours() || in_heap(p))
		return p ? hd_heap_usable_size(p) : 0;
	return HD_REAL(malloc_usable_size)(p);
}
