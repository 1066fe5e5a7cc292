/* SPDX-License-Identifier: Apache-2.0
 *
 * What an execution is made of. An operation is one visible step of one thread; it is announced before
 * it happens, so at a scheduling point every live thread has exactly one pending operation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/capacity.h"

typedef uint16_t hd_tid; /* threads of one run are numbered in order of creation; main is 0 */

#define HD_NO_TID ((hd_tid)0xffff)

#define HD_F_ACCESS 1u	/* touches program memory [addr, addr + size)                         */
#define HD_F_WRITE  2u	/* may change what it touches; for objects: changes their state        */
#define HD_F_ATOMIC 4u	/* a C11 atomic                                                        */
#define HD_F_SYNC   8u	/* works on a synchronisation object at addr                           */
#define HD_F_YIELD  16u /* the thread asks to let others go first                              */
#define HD_F_KERNEL 32u /* a system call: signals that are due come before it returns           */

enum hd_event_kind {
#define HD_EVENT(id, text, flags) HD_##id,
#include "model/event.def"
#undef HD_EVENT
	HD_EVENT_COUNT
};

struct hd_op {
	uint64_t addr;	/* location or object, 0 if there is none                          */
	uint32_t site;	/* index into the site table: where in the program                 */
	uint32_t size;	/* bytes touched, for accesses                                     */
	uint8_t kind;	/* enum hd_event_kind                                              */
	uint8_t timed;	/* the operation may also end by a timeout                         */
	uint16_t other; /* JOIN that waits: one more than the id of the thread; else 0           */
};

/* An operation is three words. A processor that has just written the members one by one takes long to load
 * several of them at once, so operations are handed on and stored word by word: its address, and these two.
 */
static inline uint64_t hd_op_place(const struct hd_op *op)
{
	return op->site | (uint64_t)op->size << 32;
}

static inline uint64_t hd_op_way(const struct hd_op *op)
{
	return op->kind | (uint64_t)op->timed << 8 | (uint64_t)op->other << 16;
}

static inline void hd_op_store(struct hd_op *op, uint64_t addr, uint64_t place, uint64_t way)
{
	op->addr = addr;
	op->site = (uint32_t)place;
	op->size = (uint32_t)(place >> 32);
	op->kind = (uint8_t)way;
	op->timed = (uint8_t)(way >> 8);
	op->other = (uint16_t)(way >> 16);
}

extern const uint8_t hd_event_flags[HD_EVENT_COUNT];
extern const char *const hd_event_text[HD_EVENT_COUNT];

/* The kind with this text, or HD_EVENT_COUNT. */
enum hd_event_kind hd_event_named(const char *text);

/* An operation of this kind takes a lock, and waits for the thread that holds it. */
static inline bool hd_kind_locks(unsigned kind)
{
	return kind == HD_LOCK || kind == HD_RELOCK || kind == HD_RDLOCK || kind == HD_WRLOCK ||
	       kind == HD_SPINLOCK;
}

/* … or takes a semaphore, which may be used as one, or takes either if it is free. */
static inline bool hd_kind_takes(unsigned kind)
{
	return hd_kind_locks(kind) || kind == HD_SEM_WAIT || kind == HD_TRYLOCK;
}

/* An operation of this kind gives a lock back, or a semaphore. */
static inline bool hd_kind_gives(unsigned kind)
{
	return kind == HD_UNLOCK || kind == HD_COND_WAIT || kind == HD_SEM_POST;
}

/* What the two are about has bytes in common; one without a size is about one byte. */
static inline bool hd_ops_overlap(const struct hd_op *a, const struct hd_op *b)
{
	return a->addr < b->addr + (b->size ? b->size : 1) && b->addr < a->addr + (a->size ? a->size : 1);
}

/* Two operations of different threads conflict: the order in which they happen can matter. */
static inline bool hd_ops_conflict(const struct hd_op *a, const struct hd_op *b)
{
	unsigned flags = hd_event_flags[a->kind] | hd_event_flags[b->kind];

	if (!a->addr || !b->addr || !(flags & HD_F_WRITE))
		return false;
	return hd_ops_overlap(a, b);
}
