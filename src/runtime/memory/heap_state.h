/* SPDX-License-Identifier: Apache-2.0
 *
 * The inside of the heap, for the heap_*.c files alone.
 *
 * A block is a slot cut from the heap by moving `top`: a 16-byte header, the memory handed out, and a red
 * zone of at least 16 bytes. Slots never change their place or capacity; they go from live to freed and
 * back. All that is known about a slot is in a table outside of the heap, in order of address, where the
 * program cannot scribble: the header only says which entry is its own. So an address is found by binary
 * search, and the quarantine and the free lists are linked lists of table entries.
 *
 * The shadow of a large block is written where it is touched, not when it is handed out: 0 in the shadow
 * means "ask the table". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/plan.h"
#include "runtime/arch/addresses.h"

#define HD_UNIT		16u	    /* alignment of blocks                                   */
#define HD_HEADER	16u	    /* bytes in front of a block: the left red zone          */
#define HD_RED_ZONE	16u	    /* least number of bytes behind a block                  */
#define HD_LAZY_SHADOW	(32u << 10) /* blocks from this size on have their shadow written late */
#define HD_HEAP_CLASSES 288u
#define HD_FINE_MAX	1024u /* slots up to this have classes HD_UNIT apart, then 8 an octave */
#define HD_FINE_CLASSES (HD_FINE_MAX / HD_UNIT)
#define HD_NO_BLOCK	0u /* entry 0 of the table stays unused                     */

enum hd_block_state { HD_BLOCK_NONE, HD_BLOCK_LIVE, HD_BLOCK_FREED };

struct hd_block {
	uint64_t size; /* as asked for                                             */
	uint32_t unit; /* offset of the block in the heap, in HD_UNITs             */
	uint32_t next; /* the next in the quarantine or free list that holds it    */
	uint32_t alloc_site;
	uint32_t free_site; /* while it is live: where the function was called that has allocated it, or 0 */
	uint16_t alloc_tid;
	uint16_t free_tid;
	uint16_t size_class;
	uint16_t state; /* enum hd_block_state                                      */
};
_Static_assert(sizeof(struct hd_block) == 32, "the table's size is computed from this");

struct hd_header {
	uint64_t number; /* entry of the table                             */
	uint64_t check;	 /* from number and address: tells an overwritten header */
};
_Static_assert(sizeof(struct hd_header) == HD_HEADER, "the header is the left red zone");

/* The part of the heap's state that a reset puts back. */
struct hd_heap_state {
	size_t top;			 /* offset of the first byte never handed out            */
	uint32_t nblocks;		 /* entries used in the table, entry 0 included          */
	uint32_t oldest, newest;	 /* the quarantine's ends                                */
	size_t quarantined;		 /* bytes in it                                          */
	size_t live;			 /* bytes in blocks that are not freed                   */
	uint32_t lists[HD_HEAP_CLASSES]; /* freed slots to hand out again, last freed first */
};

struct hd_heap {
	struct hd_heap_state now;
	struct hd_block *blocks; /* the table                                            */
	uint32_t max_blocks;
	enum hd_heap_mode mode;
	uint32_t old_blocks; /* entries below this are older than the snapshot       */
	bool old_changed;    /* one of those was freed or handed out since the reset */
	bool lists_changed;
};

extern struct hd_heap hd_heap;

/* The bytes that a block of this class has room for. */
static inline size_t hd_slot_capacity(unsigned size_class)
{
	if (size_class <= HD_FINE_CLASSES)
		return (size_t)size_class * HD_UNIT;

	unsigned coarse = size_class - HD_FINE_CLASSES - 1;

	return (size_t)(8 + coarse % 8 + 1) << (coarse / 8 + 7);
}

static inline size_t hd_block_offset(const struct hd_block *b)
{
	return (size_t)b->unit * HD_UNIT;
}
