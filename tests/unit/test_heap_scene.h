/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's heap alone, with fakes of what it needs, and the blocks of a "startup" of which the snapshot
 * is taken. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <cmocka.h>

/* The runtime is no part of what the tests link: only its heap, with fakes of what that needs. */
#include "runtime/memory/heap.c"
#include "runtime/memory/heap_check.c"
#include "runtime/memory/heap_reset.c"

struct hd_rt hd_rt;
struct hd_live hd_live;

static jmp_buf broken;

void hd_assert_failed(const char *file, int line, const char *expr, const char *fmt, ...)
{
	(void)file, (void)line, (void)expr, (void)fmt;
	longjmp(broken, 1);
}

void hd_refuse(const char *fmt, ...)
{
	fprintf(stderr, "%s\n", fmt);
	abort();
}

/* No test traces its calls. */
uint32_t hd_site_of(uintptr_t pc)
{
	return (uint32_t)pc;
}

/* Without the kernel's help all of the memory is copied back. */
void hd_kept_watch(struct hd_kept *k)
{
	k->watched = false;
}

void hd_kept_put_back(struct hd_kept *k)
{
	memcpy(k->at, k->copy, k->size);
}

/* No test makes an image of the heap. */
void hd_image_add(struct hd_image *image, const void *at, size_t n)
{
	(void)image, (void)at, (void)n;
}

void *hd_keep_alloc(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	return p;
}

#define SITE	  7
#define MEGABYTE  (1UL << 20)
#define POOL_SIZE (18 * 4096UL + 100)
#define OLD_BIG	  (3 * MEGABYTE)

static char *old_text, *old_pool, *old_freed, *old_big;

static char *get(size_t size)
{
	char *p = hd_heap_alloc(size, 1, SITE, NULL);

	assert_non_null(p);
	return p;
}

static void give(void *p)
{
	assert_int_equal(hd_heap_check_free(p), HD_OUT_NONE);
	hd_heap_free(p, SITE);
}

static enum hd_outcome check(const char *p, size_t n)
{
	return hd_heap_check((uintptr_t)p, n);
}

static bool all_zero(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i])
			return false;
	return true;
}

static int start_up(void **state)
{
	(void)state;
	old_text = strcpy(get(100), "written before main");
	old_pool = get(POOL_SIZE);
	old_pool[0] = 'p';
	old_freed = get(40);
	old_big = get(OLD_BIG);
	old_big[2 * MEGABYTE] = 'b';
	give(old_freed);
	/* What was never touched is not copied: the pool and the big block are nearly all zero. */
	assert_in_range(hd_heap_snapshot(), 1, 10 * HD_PAGE);
	return 0;
}

static int begin_quarantine(void **state)
{
	(void)state;
	hd_heap_reset(HD_HEAP_QUARANTINE);
	return 0;
}

static int begin_reuse(void **state)
{
	(void)state;
	hd_heap_reset(HD_HEAP_REUSE);
	return 0;
}
