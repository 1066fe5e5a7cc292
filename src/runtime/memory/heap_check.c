/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/heap_check.h"

#include <sys/mman.h>

#include "runtime/arch/memory.h"
#include "runtime/memory/heap_state.h"

#define GRANULE	      8u
#define BY_SHADOW_MAX 512u /* ranges up to this are looked up in the shadow, longer ones in the table */
#define GIVE_BACK     (64u << 10) /* shadow of this many bytes is zeroed by giving pages back              */

char *hd_heap_base;
size_t hd_heap_reserved;
unsigned char *hd_heap_shadow;

void hd_zero_pages(char *from, size_t n)
{
	char *first = (char *)(((uintptr_t)from + HD_PAGE - 1) & ~(uintptr_t)(HD_PAGE - 1));
	char *last = (char *)(((uintptr_t)from + n) & ~(uintptr_t)(HD_PAGE - 1));

	if (first >= last) {
		hd_fill(from, 0, n);
		return;
	}
	hd_fill(from, 0, (size_t)(first - from));
	if (madvise(first, (size_t)(last - first), MADV_DONTNEED)) /* the program has locked it */
		hd_fill(first, 0, (size_t)(last - first));
	hd_fill(last, 0, (size_t)(from + n - last));
}

static void clear_shadow(unsigned char *shadow, size_t n)
{
	if (n >= GIVE_BACK)
		hd_zero_pages((char *)shadow, n);
	else
		hd_fill(shadow, 0, n);
}

/* Mark [from, to) of the live block b as valid; from is at the start of a granule. */
static void mark_valid(const struct hd_block *b, size_t from, size_t to)
{
	size_t end = hd_block_offset(b) + b->size;

	if (to > end)
		to = end;
	hd_fill(hd_heap_shadow + from / GRANULE, GRANULE, (to - from) / GRANULE);
	if (to % GRANULE)
		hd_heap_shadow[to / GRANULE] = to % GRANULE;
}

void hd_shadow_paint(const struct hd_block *b)
{
	size_t offset = hd_block_offset(b);
	unsigned char *shadow = hd_heap_shadow + offset / GRANULE;
	size_t used = (b->size + GRANULE - 1) / GRANULE;
	size_t all = hd_slot_capacity(b->size_class) / GRANULE;

	if (b->size >= HD_LAZY_SHADOW) {
		clear_shadow(shadow, all);
		return;
	}
	if (b->state == HD_BLOCK_FREED)
		hd_fill(shadow, HD_SHADOW_FREED, used);
	else
		mark_valid(b, offset, offset + b->size);
	hd_fill(shadow + used, 0, all - used);
}

struct hd_block *hd_block_at(size_t offset)
{
	size_t low = 1,
	       high = hd_heap.now.nblocks; /* invariant: blocks below low start at or before offset */

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (hd_block_offset(&hd_heap.blocks[middle]) <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 1 ? &hd_heap.blocks[low - 1] : NULL;
}

static enum hd_outcome check_by_table(size_t offset, size_t n)
{
	const struct hd_block *b = hd_block_at(offset);
	size_t into = b ? offset - hd_block_offset(b) : 0;

	if (!b || into >= b->size)
		return HD_OUT_OVERFLOW;
	if (b->state == HD_BLOCK_FREED)
		return HD_OUT_USE_AFTER_FREE;
	if (n > b->size - into)
		return HD_OUT_OVERFLOW;
	if (n <= BY_SHADOW_MAX && b->size >= HD_LAZY_SHADOW) {
		/* Write the shadow of the page around it now: the next access near by takes the fast path. */
		size_t from = offset & ~(size_t)(HD_PAGE - 1);

		mark_valid(b, from > hd_block_offset(b) ? from : hd_block_offset(b), from + HD_PAGE);
	}
	return HD_OUT_NONE;
}

enum hd_outcome hd_heap_check_slow(uintptr_t p, size_t n)
{
	size_t offset = p - (uintptr_t)hd_heap_base;

	if (offset >= hd_heap_reserved || !n)
		return HD_OUT_NONE;
	if (n > BY_SHADOW_MAX || n > hd_heap_reserved - offset)
		return check_by_table(offset, n);

	for (size_t at = offset, end = offset + n; at < end; at = (at / GRANULE + 1) * GRANULE) {
		unsigned char valid = hd_heap_shadow[at / GRANULE];
		size_t stop = (at / GRANULE + 1) * GRANULE < end ? GRANULE : (end - 1) % GRANULE + 1;

		if (valid == HD_SHADOW_FREED)
			return HD_OUT_USE_AFTER_FREE;
		if (!valid)
			return check_by_table(offset, n);
		if (stop > valid)
			return HD_OUT_OVERFLOW;
	}
	return HD_OUT_NONE;
}

/* An address in a red zone belongs to the block that is nearer: before it, if that was overrun. */
static const struct hd_block *nearest_block(size_t offset)
{
	const struct hd_block *b = hd_block_at(offset);
	const struct hd_block *after = b ? b + 1 : &hd_heap.blocks[1];
	bool is_last = after >= hd_heap.blocks + hd_heap.now.nblocks;

	if (!b)
		return is_last ? NULL : after;
	if (is_last || offset < hd_block_offset(b) + b->size)
		return b;
	return offset - (hd_block_offset(b) + b->size) < hd_block_offset(after) - offset ? b : after;
}

bool hd_heap_describe(uintptr_t p, struct hd_wire_place *place)
{
	size_t offset = p - (uintptr_t)hd_heap_base;
	const struct hd_block *b = offset < hd_heap_reserved ? nearest_block(offset) : NULL;

	if (!b)
		return false;
	*place = (struct hd_wire_place){
	    .kind = HD_PLACE_HEAP,
	    .freed = b->state == HD_BLOCK_FREED,
	    .tid = b->alloc_tid,
	    .free_tid = b->free_tid,
	    .alloc_site = b->alloc_site,
	    .free_site = b->state == HD_BLOCK_FREED ? b->free_site : HD_NO_SITE,
	    .alloc_caller = b->state == HD_BLOCK_FREED ? HD_NO_SITE : b->free_site,
	    .offset = offset - hd_block_offset(b),
	    .size = b->size,
	    .block = (uint64_t)(b - hd_heap.blocks),
	};
	return true;
}
