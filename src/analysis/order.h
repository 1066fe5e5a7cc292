/* SPDX-License-Identifier: Apache-2.0
 *
 * Happens-before, kept up to date while a run goes on. Two orders at once:
 *
 *   all    program order and all synchronisation
 *   weak   the same without what locks order: which of two critical sections comes first is chance, so what
 *          is ordered by nothing else could have come the other way round. But where one of two critical
 *          sections must begin first, it must also end first: a thread that is created inside of one cannot
 *          take the lock before its creator has given it back
 *
 * Each function is called when the operation is carried out, by the thread that does it. Atomics follow C11:
 * what a release store or fence publishes is taken over by an acquire load or fence that reads it, or that
 * reads what read-modify-writes, or the same thread, made of it (a release sequence); relaxed ones publish
 * nothing. */
#pragma once

#include "analysis/arena.h"
#include "analysis/vclock.h"
#include "base/buckets.h"
#include "model/event.h"

struct hd_clocks {
	struct hd_vclock all, weak;
};

struct hd_order_thread {
	struct hd_clocks now;
	struct hd_clocks published; /* by the last release fence: what relaxed stores after it publish */
	struct hd_clocks read;	    /* by relaxed loads: what the next acquire fence takes over        */
	uint32_t epoch; /* grows when the thread learns of others, or lets others know of it, but for locks */
	uint32_t tells; /* how often it let others know of it, but for locks that no thread has to follow */
};

struct hd_order_section { /* a critical section of a thread, for one lock */
	hd_tid tid;
	bool shared, over;
	uint32_t began;		/* on the thread's weak clock */
	uint32_t tells;		/* of the thread, then        */
	struct hd_vclock ended; /* the weak clock there       */
	struct hd_order_section *next;
};

struct hd_order_object {
	uint64_t addr;
	struct hd_order_object *next;	    /* in its bucket */
	struct hd_order_object *next_known; /* of all */
	struct hd_clocks sent;		    /* what waits and loads take over */
	struct hd_vclock
	    given; /* what its holders have given back: a lock of the program's own may be an atomic, too */
	struct hd_order_section *sections;
	struct hd_vclock readers; /* what threads that held it shared have given back: for the next writer */
	uint64_t releasers;	  /* the threads that released what is sent: a bit set, by id modulo 64 */
};

#define HD_ORDER_BUCKETS 4096

struct hd_order {
	struct hd_arena *arena;
	struct hd_order_thread *threads; /* by id, HD_MAX_THREADS of them */
	uint32_t run;	      /* stamps what belongs to the run, so that nothing has to be cleared */
	uint32_t *thread_run; /* by id */
	struct hd_bucket buckets[HD_ORDER_BUCKETS]; /* of struct hd_order_object */
	struct hd_order_object *known;		    /* all of this run */
	uint64_t nknown;
	struct hd_order_section *spare; /* sections that are not needed any more, to be used again */
};

/* C11's orders as compilers number them. */
enum hd_memory_order { HD_RELAXED, HD_CONSUME, HD_ACQUIRE, HD_RELEASE, HD_ACQ_REL, HD_SEQ_CST };

/* A new run; `threads` and `thread_run` point to HD_MAX_THREADS entries each, zero when first used. */
void hd_order_begin(struct hd_order *o);

/* The thread's clock: its own entry is the present, the others what it knows of the other threads. */
const struct hd_vclock *hd_order_all(struct hd_order *o, hd_tid t);
const struct hd_vclock *hd_order_weak(struct hd_order *o, hd_tid t);
/* While it stays the same, the weak clock does but for the thread's own time. */
uint32_t hd_order_epoch(struct hd_order *o, hd_tid t);

void hd_order_created(struct hd_order *o, hd_tid parent, hd_tid child);
void hd_order_joined(struct hd_order *o, hd_tid t, hd_tid dead);
/* One thread lets another go on, as a signal does with the thread that it wakes. */
void hd_order_pass(struct hd_order *o, hd_tid from, hd_tid to);

void hd_order_locked(struct hd_order *o, hd_tid t, uint64_t lock, bool shared);
void hd_order_unlocked(struct hd_order *o, hd_tid t, uint64_t lock, bool shared);

/* Semaphores, barriers, once, pipes: a thread that receives comes after all threads that sent before. */
void hd_order_send(struct hd_order *o, hd_tid t, uint64_t object);
void hd_order_receive(struct hd_order *o, hd_tid t, uint64_t object);
/* A thread gives back what it took from a semaphore. Another thread could have taken it in its place, so that
 * is no order but by chance, as with locks. */
void hd_order_give_back(struct hd_order *o, hd_tid t, uint64_t object);

void hd_order_load(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order);
void hd_order_store(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order);
void hd_order_rmw(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order);
void hd_order_fence(struct hd_order *o, hd_tid t, enum hd_memory_order order);

/* The memory is new: objects that were there are gone. */
void hd_order_forget(struct hd_order *o, uint64_t addr, uint64_t size);
