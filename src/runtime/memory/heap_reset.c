/* SPDX-License-Identifier: Apache-2.0
 *
 * Putting the heap back to its state at the snapshot, many thousand times a second.
 *
 * Blocks older than the snapshot get their contents copied back, since code that is not instrumented may
 * have written to them; their table entries and shadow only if one of them was freed. All memory above them
 * becomes zero again. The heap has no other state. */
#include "runtime/memory/heap_reset.h"

#include <sys/mman.h>

#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/heap_state.h"
#include "runtime/memory/written_pages.h"

#define MAX_PIECES	 64
#define LEAST_ZERO_RUN	 (4UL * HD_PAGE) /* shorter runs of zero pages are copied like others              */
#define FILL_MAX	 (64UL << 10)	 /* memory zeroed without a look at its pages                       */
#define LOOK_MAX	 8192		 /* pages looked at; what is above is given back                    */
#define LEAST_GIVEN_BACK 16		 /* pages: fewer are not worth a system call                        */

/* A range of memory below the snapshot's top. */
struct piece {
	size_t from, n;
	const char *saved; /* NULL: it was all zero */
};

static struct {
	bool taken;
	bool used; /* a run has begun since then */
	struct hd_heap_state state;
	struct hd_block *blocks; /* copy of the table */
	struct piece pieces[MAX_PIECES];
	unsigned npieces;
	struct hd_kept kept[MAX_PIECES]; /* those that are saved */
	unsigned nkept;
} snapshot;

/* Contents decide and not mincore(): a page that was swapped out is not resident either. */
static bool is_zero(const char *page, size_t n)
{
	const uint64_t *words = (const void *)page;

	for (size_t i = 0; i < n / sizeof *words; i++)
		if (words[i])
			return false;
	return true;
}

static void add_piece(size_t from, size_t to, bool zero)
{
	struct piece *last = snapshot.npieces ? &snapshot.pieces[snapshot.npieces - 1] : NULL;

	if (from == to)
		return;
	zero = zero && to - from >= LEAST_ZERO_RUN && snapshot.npieces < MAX_PIECES - 1;
	if (last && last->saved && !zero) {
		last->n += to - from;
		return;
	}
	snapshot.pieces[snapshot.npieces++] =
	    (struct piece){.from = from, .n = to - from, .saved = zero ? NULL : hd_heap_base};
}

/* Divide [0, top) into ranges to copy and long ranges of zero pages; `saved` is only a mark here. */
static void find_pieces(size_t top)
{
	size_t run = 0; /* start of the pages that are like the last one */
	bool run_zero = false;

	snapshot.npieces = 0;
	for (size_t at = 0; at < top; at += HD_PAGE) {
		bool zero = at + HD_PAGE <= top && is_zero(hd_heap_base + at, HD_PAGE);

		if (zero != run_zero) {
			add_piece(run, at, run_zero);
			run = at;
			run_zero = zero;
		}
	}
	add_piece(run, top, run_zero);
}

static size_t bytes_to_copy(void)
{
	size_t sum = 0;

	for (unsigned i = 0; i < snapshot.npieces; i++)
		if (snapshot.pieces[i].saved)
			sum += snapshot.pieces[i].n;
	return sum;
}

static void save_pieces(char *to)
{
	for (unsigned i = 0; i < snapshot.npieces; i++) {
		struct piece *p = &snapshot.pieces[i];

		if (!p->saved)
			continue;
		hd_copy(to, hd_heap_base + p->from, p->n);
		p->saved = to;
		snapshot.kept[snapshot.nkept++] =
		    (struct hd_kept){.at = hd_heap_base + p->from, .copy = to, .size = p->n};
		to += p->n;
	}
}

size_t hd_heap_snapshot(void)
{
	if (!hd_heap_base)
		hd_heap_init();
	HD_ASSERT(!snapshot.taken, "the heap's snapshot was taken twice");
	find_pieces(hd_heap.now.top);

	size_t table = hd_heap.now.nblocks * sizeof(struct hd_block);
	size_t bytes = bytes_to_copy();
	char *keep = hd_keep_alloc(table + bytes);

	snapshot.taken = true;
	snapshot.state = hd_heap.now;
	snapshot.blocks = (struct hd_block *)(void *)keep;
	hd_copy(keep, hd_heap.blocks, table);
	save_pieces(keep + table);
	hd_heap.old_blocks = hd_heap.now.nblocks;
	hd_heap.old_changed = hd_heap.lists_changed = false;
	return bytes;
}

void hd_heap_watch(void)
{
	for (unsigned i = 0; i < snapshot.nkept; i++)
		hd_kept_watch(&snapshot.kept[i]);
}

static bool same_block(const struct hd_block *a, const struct hd_block *b)
{
	return a->state == b->state && a->size == b->size;
}

static void restore_old_blocks(void)
{
	for (uint32_t i = 1; i < snapshot.state.nblocks; i++) {
		struct hd_block *b = &hd_heap.blocks[i];
		bool same = same_block(b, &snapshot.blocks[i]);

		*b = snapshot.blocks[i];
		if (!same)
			hd_shadow_paint(b);
	}
}

/* Pages that were touched once will be again: writing zeros costs a twentieth of the page fault that giving
 * them back would cause in the next run. The others are given back, which costs nothing if they were never
 * touched; that covers also those that are not resident because they were swapped out. */
static void zero_large(char *from, size_t npages)
{
	static unsigned char resident[LOOK_MAX];
	size_t look = npages < LOOK_MAX ? npages : LOOK_MAX, at = 0, end;

	if (mincore(from, look * HD_PAGE, resident))
		look = 0;
	for (; at < look; at = end) {
		bool there = resident[at] & 1;

		for (end = at + 1; end < look && (resident[end] & 1) == there;)
			end++;
		if (there || end - at < LEAST_GIVEN_BACK)
			hd_fill(from + at * HD_PAGE, 0, (end - at) * HD_PAGE);
		else
			madvise(from + at * HD_PAGE, (end - at) * HD_PAGE, MADV_DONTNEED);
	}
	if (npages > look)
		madvise(from + look * HD_PAGE, (npages - look) * HD_PAGE, MADV_DONTNEED);
}

static void zero_again(char *from, size_t n)
{
	size_t fill = n;

	if (n > FILL_MAX) {
		/* Up to the start of a page, so that what follows is whole pages: above is nothing but zero.
		 */
		fill = FILL_MAX - ((uintptr_t)from + FILL_MAX) % HD_PAGE;
		zero_large(from + fill, (n - fill + HD_PAGE - 1) / HD_PAGE);
	}
	hd_fill(from, 0, fill);
}

void hd_heap_add_to(struct hd_image *image)
{
	hd_image_add(image, hd_heap_base, hd_heap.now.top);
	hd_image_add(image, hd_heap_shadow, hd_heap.now.top / 8 + 1);
	hd_image_add(image, hd_heap.blocks, hd_heap.now.nblocks * sizeof *hd_heap.blocks);
}

static void put_contents_back(void)
{
	for (unsigned i = 0; i < snapshot.nkept; i++)
		hd_kept_put_back(&snapshot.kept[i]);
	for (unsigned i = 0; i < snapshot.npieces; i++)
		if (!snapshot.pieces[i].saved)
			madvise(hd_heap_base + snapshot.pieces[i].from, snapshot.pieces[i].n, MADV_DONTNEED);
}

void hd_heap_reset(enum hd_heap_mode mode_of_next_run)
{
	struct hd_heap_state *now = &hd_heap.now;
	const struct hd_heap_state *then = &snapshot.state;

	HD_ASSERT(snapshot.taken, "reset of the heap before its snapshot");
	if (snapshot.used) /* in a process for one run each page that is copied would be a page fault */
		put_contents_back();
	snapshot.used = true;
	if (hd_heap.old_changed)
		restore_old_blocks();
	zero_again(hd_heap_base + then->top, now->top - then->top);
	zero_again((char *)hd_heap_shadow + then->top / 8, (now->top - then->top + 7) / 8);
	if (hd_heap.lists_changed)
		*now = *then;
	else
		__builtin_memcpy(now, then, offsetof(struct hd_heap_state, lists));
	hd_heap.old_changed = hd_heap.lists_changed = false;
	hd_heap.mode = mode_of_next_run;
}
