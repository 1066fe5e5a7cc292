/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's heap: handing out blocks and taking them back. See heap_state.h for how it is laid out.
 *
 * The same calls in the same order give the same addresses and the same contents: fresh memory is zero,
 * memory handed out again holds what was left in it. */
#include "runtime/memory/heap.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/thread.h"
#include "runtime/memory/heap_state.h"

#define GIGABYTE	 (1UL << 30)
#define BYTES_PER_BLOCK	 256 /* the table has room for blocks of this size on average        */
#define QUARANTINE_MAX	 (128UL << 20)
#define GIVE_BACK_FROM	 (1UL << 20) /* freed blocks of this size do not keep their pages            */
#define ALIGNED_ATTEMPTS 8	     /* entries of a free list looked at for an aligned block         */

struct hd_heap hd_heap;

/* The heap, its shadow and the table, as one mapping. */
static bool reserve(size_t heap)
{
	size_t shadow = heap / 8, nblocks = heap / BYTES_PER_BLOCK;
	size_t all = heap + shadow + nblocks * sizeof(struct hd_block);
	char *base = mmap((void *)HD_HEAP_ADDRESS, all, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (base == MAP_FAILED)
		return false;
	if ((uintptr_t)base !=
	    HD_HEAP_ADDRESS) { /* a kernel that does not know the flag takes it as a wish */
		munmap(base, all);
		return false;
	}
	/* A huge page would have to be zeroed and copied as a whole for the sake of a few bytes. */
	madvise(base, all, MADV_NOHUGEPAGE);
	hd_heap = (struct hd_heap){.now = {.top = HD_UNIT, .nblocks = 1},
				   .blocks = (struct hd_block *)(void *)(base + heap + shadow),
				   .max_blocks = (uint32_t)nblocks};
	hd_heap_shadow = (unsigned char *)base + heap;
	hd_heap_reserved = heap;
	hd_heap_base = base;
	return true;
}

void hd_heap_init(void)
{
	static const size_t sizes[] = {64 * GIGABYTE, 16 * GIGABYTE, 4 * GIGABYTE, GIGABYTE};

	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (reserve(sizes[i]))
			return;
	hd_refuse("cannot reserve address space for the heap of the program under test: "
		  "not even 1 GB is free at %p (is RLIMIT_AS set, see `ulimit -v`?)",
		  (void *)HD_HEAP_ADDRESS);
}

/* Classes 1 … HD_FINE_CLASSES are multiples of HD_UNIT; after them come 8 steps for each power of two. */
static unsigned slot_class(size_t bytes)
{
	if (bytes <= HD_FINE_MAX)
		return (unsigned)((bytes + HD_UNIT - 1) / HD_UNIT);

	unsigned octave = 63u - (unsigned)__builtin_clzl(bytes - 1);
	unsigned step = (unsigned)((bytes - 1) >> (octave - 3)) & 7;

	return HD_FINE_CLASSES + 1 + (octave - 10) * 8 + step;
}

static uint64_t header_check(uint64_t number, size_t offset)
{
	return hd_mix64(number << 36 ^ offset);
}

static struct hd_header *header_of(size_t offset)
{
	return (struct hd_header *)(void *)(hd_heap_base + offset) - 1;
}

static uint32_t number_of(const struct hd_block *b)
{
	return (uint32_t)(b - hd_heap.blocks);
}

static hd_tid running_thread(void)
{
	return hd_active() ? hd_rt.run.current : 0;
}

/* In a run with a trace, where the function that allocates was called: a small one that does nothing but call
 * malloc() tells less about the block than its caller. */
static uint32_t alloc_caller(void)
{
	const struct hd_thread *t = hd_active() ? hd_rt.run.self : NULL;

	if (__builtin_expect(!t || !hd_rt.wire->trace, 1) || !t->depth || t->depth > HD_CALLS_MAX)
		return HD_NO_SITE;
	return hd_site_of(t->calls[t->depth - 1].pc);
}

/* The same for further callers: a container of the C++ library calls several functions of its own. */
static void note_callers(const struct hd_block *b)
{
	const struct hd_thread *t = hd_active() ? hd_rt.run.self : NULL;
	uint32_t number = number_of(b), depth = t && t->depth <= HD_CALLS_MAX ? t->depth : 0;
	struct hd_wire_alloc *a;
	unsigned n = 0;

	if (__builtin_expect(!hd_rt.slot || !hd_rt.wire->trace, 1) || number >= HD_MAX_ALLOCS)
		return;
	a = &hd_rt.slot->allocs[number];
	a->size = b->size;
	a->site = b->alloc_site;
	while (n < HD_CALLERS && depth-- > 0)
		a->callers[n++] = hd_site_of(t->calls[depth].pc);
	if (n < HD_CALLERS)
		a->callers[n] = HD_NO_SITE;
}

static void note_change(const struct hd_block *b)
{
	if (number_of(b) < hd_heap.old_blocks)
		hd_heap.old_changed = true;
}

static struct hd_block *cut_new_slot(unsigned size_class, size_t align)
{
	struct hd_heap_state *now = &hd_heap.now;
	size_t offset = (now->top + HD_HEADER + align - 1) & ~(align - 1);
	size_t capacity = hd_slot_capacity(size_class);

	if (offset >= hd_heap_reserved || capacity > hd_heap_reserved - offset ||
	    now->nblocks == hd_heap.max_blocks)
		return NULL;

	struct hd_block *b = &hd_heap.blocks[now->nblocks];

	b->unit = (uint32_t)(offset / HD_UNIT);
	b->size_class = (uint16_t)size_class;
	*header_of(offset) = (struct hd_header){now->nblocks, header_check(now->nblocks, offset)};
	now->nblocks++;
	now->top = offset + capacity;
	return b;
}

static struct hd_block *take_from_list(unsigned size_class, size_t align)
{
	uint32_t *link = &hd_heap.now.lists[size_class];

	for (unsigned tries = 0; *link != HD_NO_BLOCK && tries < ALIGNED_ATTEMPTS; tries++) {
		struct hd_block *b = &hd_heap.blocks[*link];

		if (hd_block_offset(b) % align == 0) {
			*link = b->next;
			note_change(b);
			hd_heap.lists_changed = true;
			return b;
		}
		/* The entry whose link is about to change may be one that the snapshot holds. */
		note_change(b);
		link = &b->next;
	}
	return NULL;
}

void *hd_heap_alloc(size_t size, size_t align, uint32_t site, bool *fresh)
{
	if (__builtin_expect(!hd_heap_base, 0))
		hd_heap_init();
	if (align < HD_UNIT)
		align = HD_UNIT;
	if (size > hd_heap_reserved || align > hd_heap_reserved)
		return NULL;

	unsigned size_class = slot_class(size + HD_RED_ZONE);
	struct hd_block *b = take_from_list(size_class, align);
	bool is_fresh = !b;

	if (!b)
		b = cut_new_slot(size_class, align);
	if (!b)
		return NULL;
	b->size = size;
	hd_heap.now.live += size;
	b->alloc_site = site;
	b->free_site = alloc_caller();
	note_callers(b);
	b->alloc_tid = running_thread();
	b->free_tid = HD_NO_TID;
	b->next = HD_NO_BLOCK;
	b->state = HD_BLOCK_LIVE;
	hd_shadow_paint(b);
	if (fresh)
		*fresh = is_fresh;
	return hd_heap_base + hd_block_offset(b);
}

static void push_on_list(struct hd_block *b)
{
	uint32_t *head = &hd_heap.now.lists[b->size_class];

	b->next = *head;
	*head = number_of(b);
	hd_heap.lists_changed = true;
}

static void put_in_quarantine(struct hd_block *b)
{
	struct hd_heap_state *now = &hd_heap.now;
	size_t limit = hd_heap_reserved / 4 < QUARANTINE_MAX ? hd_heap_reserved / 4 : QUARANTINE_MAX;

	b->next = HD_NO_BLOCK;
	if (now->newest != HD_NO_BLOCK) {
		note_change(&hd_heap.blocks[now->newest]);
		hd_heap.blocks[now->newest].next = number_of(b);
	} else {
		now->oldest = number_of(b);
	}
	now->newest = number_of(b);
	now->quarantined += hd_slot_capacity(b->size_class);
	while (now->quarantined > limit) {
		struct hd_block *old = &hd_heap.blocks[now->oldest];

		now->oldest = old->next;
		if (now->oldest == HD_NO_BLOCK)
			now->newest = HD_NO_BLOCK;
		now->quarantined -= hd_slot_capacity(old->size_class);
		note_change(old);
		push_on_list(old);
	}
}

/* The block that starts at p, by its header; NULL if there is no intact header in front of p. */
static struct hd_block *block_of(const void *p)
{
	size_t offset = (uintptr_t)p - (uintptr_t)hd_heap_base;

	if (offset < HD_UNIT + HD_HEADER || offset >= hd_heap.now.top || offset % HD_UNIT)
		return NULL;

	const struct hd_header *h = header_of(offset);

	if (h->number >= hd_heap.now.nblocks || h->check != header_check(h->number, offset))
		return NULL;

	struct hd_block *b = &hd_heap.blocks[h->number];

	return hd_block_offset(b) == offset ? b : NULL;
}

enum hd_outcome hd_heap_check_free(const void *p)
{
	const struct hd_block *b = block_of(p);

	if (!b)
		return HD_OUT_INVALID_FREE;
	return b->state == HD_BLOCK_LIVE ? HD_OUT_NONE : HD_OUT_DOUBLE_FREE;
}

void hd_heap_free(void *p, uint32_t site)
{
	struct hd_block *b = block_of(p);

	HD_ASSERT(b && b->state == HD_BLOCK_LIVE, "free of %p, which is no live block", p);
	note_change(b);
	b->state = HD_BLOCK_FREED;
	hd_heap.now.live -= b->size;
	b->free_site = site;
	b->free_tid = running_thread();
	hd_shadow_paint(b);
	if (b->size >= GIVE_BACK_FROM)
		hd_zero_pages(p, b->size);
	if (hd_heap.mode == HD_HEAP_REUSE)
		push_on_list(b);
	else
		put_in_quarantine(b);
}

size_t hd_heap_live(void)
{
	return hd_heap.now.live;
}

size_t hd_heap_usable_size(const void *p)
{
	const struct hd_block *b = block_of(p);

	return b && b->state == HD_BLOCK_LIVE ? b->size : 0;
}
