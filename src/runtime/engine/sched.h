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
#include "runtime/engine/choices.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/thread_table.h"
#include "runtime/state/virtual_clock.h"

static inline struct hd_op hd_op(enum hd_event_kind kind, const volatile void *addr, uint32_t site)
{
	return (struct hd_op){.addr = (uint64_t)(uintptr_t)addr, .site = site, .kind = (uint8_t)kind};
}

/* Announce an operation that is always possible; returns when the thread has been chosen. */
void hd_sched_point_words(uint64_t addr, uint64_t place, uint64_t way);
static inline void hd_sched_point(const struct hd_op *op)
{
	hd_sched_point_words(op->addr, hd_op_place(op), hd_op_way(op));
}

/* The thread has not come to a scheduling point for very long: it may spin on memory that is not known to
 * be shared. Let other threads have a turn. */
void hd_sched_quiet(uint32_t site);

/* Announce an operation that may have to wait until can() says yes, the deadline (virtual time) passes, or
 * one of the things happens that the flags allow. The thread is not enabled before that. */
enum hd_wake hd_sched_wait_words(uint64_t addr, uint64_t place, uint64_t way, hd_can can, uint64_t deadline,
				 unsigned flags);
static inline enum hd_wake hd_sched_wait(const struct hd_op *op, hd_can can, uint64_t deadline,
					 unsigned flags)
{
	return hd_sched_wait_words(op->addr, hd_op_place(op), hd_op_way(op), can, deadline, flags);
}

/* Give thread t, which waits in hd_sched_wait with the operation *from, another pending operation and
 * predicate; its deadline, spurious and cancel flags end. A signalled waiter turns this way from "waits for
 * the condvar" into "wants the mutex"; its hd_sched_wait then returns HD_WAKE_OK with that operation to be
 * performed. */
void hd_sched_retarget(struct hd_thread *t, const struct hd_op *from, const struct hd_op *op, hd_can can);

/* ---- for the engine ---- */

/* Choose the next thread and switch to it; returns when the calling thread is chosen again. */
void hd_sched_dispatch(void);
void hd_sched_add(struct hd_thread *t);
void hd_sched_remove(struct hd_thread *t);
void hd_sched_run_begin(void);
