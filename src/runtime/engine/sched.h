/* SPDX-License-Identifier: Apache-2.0
 *
 * The scheduler: the only place that asks a strategy, and the only one that switches fibers.
 *
 * Everything an interposer needs is here:
 *
 *   if (!hd_active())                         // native run, or before main: use the real function
 *           return hd_real.pthread_foo(...);
 *   struct hd_op op = hd_op(HD_LOCK, m, HD_SITE());
 *   hd_sched_wait(&op, can_lock, HD_NO_DEADLINE, 0);    // returns when this thread was chosen
 *   ... change the object: no other thread runs meanwhile ...
 *   hd_sched_changed(m);                      // waiters' predicates are asked again
 *
 * Between two calls of hd_sched_* a thread runs alone; nothing needs a lock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/thread.h"

static inline struct hd_op hd_op(enum hd_event_kind kind, const volatile void *addr, uint32_t site)
{
	return (struct hd_op){.addr = (uint64_t)(uintptr_t)addr, .site = site, .kind = (uint8_t)kind};
}

struct hd_thread *hd_self(void);
struct hd_thread *hd_thread_by_id(hd_tid id);		      /* NULL: no such thread in this run */
struct hd_thread *hd_thread_by_handle(unsigned long pthread); /* pthread_t; NULL: unknown or gone */
unsigned hd_thread_count(void);				      /* created in this run, ids 0 … n-1 */

/* Announce an operation that is always possible; returns when the thread has been chosen. */
void hd_sched_point(const struct hd_op *op);

#define HD_WAIT_CANCEL	 1u /* a cancellation point: may return HD_WAKE_CANCEL              */
#define HD_WAIT_SPURIOUS 2u /* may return HD_WAKE_SPURIOUS                                  */
#define HD_WAIT_SIGNAL	 4u /* a handler that runs ends the wait: HD_WAKE_SIGNAL (EINTR, or see signals.h) */
#define HD_WAIT_BEGUN	 8u /* … always, because the call looked at more than can() does before the wait   */

#define HD_QUIET_MAX 100000 /* accesses without a scheduling point, after which other threads get a turn */

/* The thread has not come to a scheduling point for very long: it may spin on memory that is not known to
 * be shared. Let other threads have a turn. */
void hd_sched_quiet(uint32_t site);

/* Announce an operation that may have to wait until can() says yes, the deadline (virtual time) passes, or
 * one of the things happens that the flags allow. The thread is not enabled before that. */
enum hd_wake hd_sched_wait(const struct hd_op *op, hd_can can, uint64_t deadline, unsigned flags);

/* The object at addr changed: ask again the predicates of all threads pending on it. */
void hd_sched_changed(uint64_t addr);

/* What a thread waits for in hd_sched_wait. It is kept there while a signal handler interrupts the wait. */
struct hd_wait {
	struct hd_op op;
	hd_can can;
	uint64_t deadline;
	unsigned flags;
	bool blocked;	/* the thread could not perform op at once */
	uint64_t since; /* the virtual time at which the wait began */
};

/* Thread t, which waits in hd_sched_wait, waits on the object at addr from now on; all else about its wait
 * stays as it is. */
void hd_sched_move(struct hd_thread *t, uint64_t addr);

/* Give thread t, which waits in hd_sched_wait with the operation *from, another pending operation and
 * predicate; its deadline, spurious and cancel flags end. A signalled waiter turns this way from "waits for
 * the condvar" into "wants the mutex"; its hd_sched_wait then returns HD_WAKE_OK with that operation to be
 * performed. */
void hd_sched_retarget(struct hd_thread *t, const struct hd_op *from, const struct hd_op *op, hd_can can);

/* The threads pending on the object at addr whose operation has this kind, in order of id. Those whose wait
 * will go on when a signal handler has returned count too. Returns how many; fills at most max. */
unsigned hd_sched_pending(uint64_t addr, enum hd_event_kind kind, hd_tid *out, unsigned max);
/* The operation with which t, one of those threads, waits, and its predicate. */
const struct hd_op *hd_sched_waiting(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind,
				     hd_can *can);

/* A choice that the standards leave open: 0 … bound-1. Recorded and replayed. */
uint64_t hd_sched_value(uint64_t bound);
/* True now and then in runs whose plan allows rare but legal results (spurious failures). Recorded. */
bool hd_sched_rare(void);

/* Something changed that a spinning thread could be waiting for (called by access and object code). */
void hd_sched_progress(void);

/* Create a thread; returns its id or HD_NO_TID when there is no room. *handle becomes its pthread_t. */
hd_tid hd_thread_create(void *(*start)(void *), void *arg, unsigned long *handle, uint32_t site,
			bool detached, void *stack, size_t stack_size);

/* A dead thread was joined, or is detached: its slot may serve another thread. */
void hd_thread_release(struct hd_thread *t);

/* Locks held by the calling thread, for reports and analyses. */
void hd_held_add(struct hd_thread *t, uint64_t addr, uint32_t site, enum hd_event_kind kind);
void hd_held_remove(struct hd_thread *t, uint64_t addr);

/* Virtual time in nanoseconds since the start of the run; the run starts at HD_EPOCH_SECONDS. */
#define HD_EPOCH_SECONDS 1700000000ULL
uint64_t hd_vtime_now(void);
void hd_vtime_advance(uint64_t ns);
