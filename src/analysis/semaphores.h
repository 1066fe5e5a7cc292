/* SPDX-License-Identifier: Apache-2.0
 *
 * Semaphores as locks. A thread that takes a semaphore and gives it back is in a critical section in between,
 * and excludes other threads if there is only one to take. Which of two such sections comes first is chance,
 * as with locks. A post by a thread that has not taken it is a signal, which orders what comes after it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "base/buckets.h"
#include "model/event.h"

#define HD_SEMAPHORE_BUCKETS 256

struct hd_semaphore_hold { /* of a thread */
	uint64_t addr;
	uint32_t site;	/* where it was taken last */
	uint32_t count; /* how often it was taken and not given back */
	bool exclusive; /* there was only one to take */
	struct hd_semaphore_hold *next;
};

struct hd_semaphores {
	struct hd_arena *arena;
	uint32_t run;
	bool late; /* threads may hold semaphores from before: only what is new from now on can be a lock */
	struct hd_bucket buckets[HD_SEMAPHORE_BUCKETS]; /* of what is known of each, by address */
	struct hd_bucket holds[HD_SEMAPHORE_BUCKETS];	/* by thread */
};

enum hd_semaphore_give { HD_SEMAPHORE_SIGNAL, HD_SEMAPHORE_GIVEN, HD_SEMAPHORE_UNLOCKED };

/* A new run, or the rest of one that is under way (`late`); the caller has begun the arena. */
void hd_semaphores_begin(struct hd_semaphores *s, bool late);
/* The thread takes it, and its value is `left` now. True: it is a lock, as far as it is known. */
bool hd_semaphore_take(struct hd_semaphores *s, hd_tid t, uint64_t addr, uint32_t left, uint32_t site);
/* The thread posts: a signal; it gives back what it took; or it ends a section in which no other thread had
 * it. */
enum hd_semaphore_give hd_semaphore_give(struct hd_semaphores *s, hd_tid t, uint64_t addr);
/* What the thread has taken and not given back: the first one (after: NULL) or the next; NULL: no more. */
const struct hd_semaphore_hold *hd_semaphore_next(struct hd_semaphores *s, hd_tid t,
						  const struct hd_semaphore_hold *after);
/* There is a new semaphore at this address. */
void hd_semaphore_new(struct hd_semaphores *s, uint64_t addr);
