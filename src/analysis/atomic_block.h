/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks that are meant to be atomic and are not: one function activation (with all that it calls) takes a
 * lock, gives it back and takes it again, and relies in the second critical section on what it saw or left in
 * the first one. A block counts if another thread has a critical section of the same lock that could come in
 * between (nothing but locks orders them) and would then matter: for some byte
 *
 *   the other one writes it, and both halves of the block touch it; or
 *   the other one reads it, and both halves write it.
 *
 * A wait on a condition variable ends a block: it gives the lock back for others to come in between. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/order.h"
#include "base/buckets.h"

#define HD_BLOCK_FRAMES	  16  /* innermost activations that are remembered of a section      */
#define HD_BLOCK_BYTES	  32  /* groups of 8 bytes that one section touches; more are ignored */
#define HD_BLOCK_RECENT	  4   /* sections of a thread for one lock that can begin a block     */
#define HD_BLOCK_DEPTH	  512 /* activations that are told apart                             */
#define HD_BLOCK_SECTIONS 64  /* different ones of one lock                                  */
#define HD_BLOCK_NESTED	  8   /* that a thread can be in at once                             */

struct hd_block_bytes {
	uint64_t granule; /* address / 8 */
	uint8_t read, written;
};

struct hd_block_section { /* a critical section */
	uint64_t lock;
	uint32_t site, context; /* of the acquisition */
	hd_tid tid;
	uint32_t time;		/* at its begin, on the thread's weak clock … */
	struct hd_vclock clock; /* … and all of that clock */
	unsigned depth, nbytes;
	bool kept;			  /* a block or a lock has it */
	uint64_t frames[HD_BLOCK_FRAMES]; /* activations, innermost first */
	struct hd_block_bytes bytes[HD_BLOCK_BYTES];
	struct hd_block_section *next;
};

struct hd_atomic_block { /* two sections of one activation */
	struct hd_block_section *first, *second;
	struct hd_atomic_block *next;
};

struct hd_block_lock { /* what is known of a lock in this run */
	uint64_t lock;
	struct hd_atomic_block *blocks;
	struct hd_block_section *sections;
	unsigned nblocks, nsections;
	struct hd_block_lock *next;
};

struct hd_block_recent { /* of a thread, for one lock: its last sections, the latest first */
	uint64_t lock;
	struct hd_block_section *last[HD_BLOCK_RECENT];
	struct hd_block_recent *next;
};

struct hd_block_thread {
	uint32_t run;
	unsigned nopen;
	struct hd_block_section *open[HD_BLOCK_NESTED];
	struct hd_block_recent *recent;
	uint64_t frames[HD_BLOCK_DEPTH]; /* by depth: the activation that is there */
};

#define HD_BLOCK_BUCKETS 64

struct hd_blocks {
	struct hd_order *order;
	struct hd_arena *arena;
	struct hd_block_thread *threads; /* HD_MAX_THREADS of them, zero when first used */
	uint32_t run;
	uint64_t activations;
	struct hd_bucket buckets[HD_BLOCK_BUCKETS]; /* of struct hd_block_lock */
	struct hd_block_section *unused;
	/* Called for each block and each section of another thread that could spoil it. */
	void (*found)(void *to, const struct hd_atomic_block *block, const struct hd_block_section *other);
	void *to;
};

/* After hd_order_begin(). */
void hd_blocks_begin(struct hd_blocks *b);
/* A function is entered; `depth` of them were under way before. */
void hd_blocks_call(struct hd_blocks *b, hd_tid t, unsigned depth);
/* After hd_order_locked(); `depth` functions are under way. */
void hd_blocks_locked(struct hd_blocks *b, hd_tid t, uint64_t lock, uint32_t site, uint32_t context,
		      unsigned depth);
/* waits: for a condition variable. */
void hd_blocks_unlocked(struct hd_blocks *b, hd_tid t, uint64_t lock, bool waits);
void hd_blocks_access(struct hd_blocks *b, hd_tid t, uint64_t addr, uint64_t size, bool write);
