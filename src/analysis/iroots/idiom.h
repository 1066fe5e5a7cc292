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
 * An iRoot is an idiom and its sites; it knows no addresses and no threads. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "base/buckets.h"
#include "model/event.h"
#include "model/iroot.h"

#define HD_IDIOM_WINDOW	   256 /* operations of a thread between its two parts of a compound idiom, at most */
#define HD_IDIOM_REMEMBERS 12  /* dependencies of a pair of threads that a new one is joined with */

struct hd_idiom_location;

struct hd_idiom_op { /* one operation of a run */
	struct hd_idiom_location *at;
	uint64_t order; /* position in the run */
	uint32_t index; /* position among the operations of its thread */
	uint32_t site;
	hd_tid tid;
	uint8_t kind;
};

#define HD_IDIOM_BUCKETS      (1u << 15)
#define HD_IDIOM_PAIR_BUCKETS (1u << 8)

struct hd_idioms {
	struct hd_arena *arena;
	uint32_t run;
	uint32_t *thread_run, *thread_ops;	       /* by id, HD_MAX_THREADS each, zero when first used */
	struct hd_bucket locations[HD_IDIOM_BUCKETS];  /* by address */
	struct hd_bucket touches[HD_IDIOM_BUCKETS];    /* by address and thread */
	struct hd_bucket pairs[HD_IDIOM_PAIR_BUCKETS]; /* of threads */
	uint64_t order;
	/* Called for each iRoot that the run exposes, as often as it does. */
	void (*exposed)(void *to, const struct hd_iroot *r);
	void *to;
};

/* A new run; the caller has begun the arena. */
void hd_idioms_begin(struct hd_idioms *o);
/* An access or lock operation is carried out. Others are of no interest. */
void hd_idioms_see(struct hd_idioms *o, hd_tid t, const struct hd_op *op);
