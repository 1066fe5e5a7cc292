/* SPDX-License-Identifier: Apache-2.0
 *
 * Interleaving idioms: the shapes in which two threads meet, and the measure of how much of a program's
 * interleavings was tried. A dependency A => B says that B, of another thread, immediately follows A on a
 * location: it reads what A wrote, or overwrites what A wrote or read; for locks, it takes what A gave back.
 * One dependency is idiom 1; two between the same threads T1 and T2, close to each other, are the others:
 *
 *   idiom2  A(x) => B(x) => C(x)          T1 T2 T1
 *   idiom3  A(x) => B(x) … C(x) => D(x)   T1 T2, T2 T1
 *   idiom4  A(x) => B(x) … C(y) => D(y)   T1 T2, T2 T1
 *   idiom5  A(x) => B(x), C(y) => D(y)    T1 T2, T2 T1, and both A and C before both B and D
 *   idiom6  A(x) C(y) => B(x) D(y)        T1 T1, T2 T2
 *
 * A dependency is about the bytes that both operations touch, so accesses of different size and start have
 * some where they overlap. x and y are the same location if they overlap. Memory that was handed out again is
 * another location than what was there before.
 *
 * Two threads that each hold a lock and want that of the other are idiom 5 as well: A and C took the locks,
 * and B and D, which are never carried out, want them. As neither of B and D is the last, it is one iRoot
 * whichever came first.
 *
 * An iRoot is an idiom and its sites; it knows no addresses and no threads. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "analysis/iroots/byte_cells.h"
#include "analysis/iroots/role.h"
#include "base/buckets.h"
#include "model/event.h"
#include "model/iroot.h"

#define HD_IDIOM_REMEMBERS 12 /* dependencies of a pair of threads that a new one is joined with … */
#define HD_IDIOM_REMEMBERS_MAX                                                                               \
	192 /* … and in runs that have to be seen exactly, as far as they are within the window */

struct hd_idiom_op { /* one operation of a run */
	struct hd_span span;
	uint64_t order; /* position in the run */
	uint32_t index; /* position among the operations of its thread */
	uint32_t site;
	hd_tid tid;
	uint8_t kind; /* HD_NONE: there is none */
	uint8_t role; /* enum hd_role */
};

struct hd_idiom_thread {
	uint32_t run, ops;
	struct hd_idiom_op wants; /* the lock that it waits for */
};

#define HD_IDIOM_BUCKETS      (1u << 15)
#define HD_IDIOM_PAIR_BUCKETS (1u << 8)

struct hd_idioms {
	struct hd_arena *arena;
	uint32_t run;
	uint32_t window; /* operations of a thread between its two parts of a compound idiom */
	bool exactly;	 /* in this run: remember HD_IDIOM_REMEMBERS_MAX, which takes longer */
	struct hd_idiom_thread *threads;	       /* by id, HD_MAX_THREADS, zero when first used */
	struct hd_byte_cells cells;		       /* of struct hd_idiom_location */
	struct hd_bucket touches[HD_IDIOM_BUCKETS];    /* by location and thread */
	struct hd_bucket pairs[HD_IDIOM_PAIR_BUCKETS]; /* of threads */
	uint64_t order;
	/* Called for each iRoot that the run exposes, as often as it does. */
	void (*exposed)(void *to, const struct hd_iroot *r);
	void *to;
};

/* A new run; the caller has begun the arena. */
void hd_idioms_begin(struct hd_idioms *o);
/* An operation is carried out that does this to its location. */
void hd_idioms_see(struct hd_idioms *o, hd_tid t, const struct hd_op *op, enum hd_role role);
/* The thread wants a lock, and waits until it gets it. */
void hd_idioms_want(struct hd_idioms *o, hd_tid t, const struct hd_op *op);
/* The memory is handed out again. */
void hd_idioms_new_memory(struct hd_idioms *o, uint64_t addr, uint64_t size);
