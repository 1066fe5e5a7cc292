/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads can run, and which wait for which object: the scheduler's sets, set up anew for each run.
 * Interposers use what is in the first part, by sched.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "model/event.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

#define HD_WAIT_CANCEL	 1u /* a cancellation point: may return HD_WAKE_CANCEL              */
#define HD_WAIT_SPURIOUS 2u /* may return HD_WAKE_SPURIOUS                                  */
#define HD_WAIT_SIGNAL	 4u /* a handler that runs ends the wait: HD_WAKE_SIGNAL (EINTR, or see signals.h) */
#define HD_WAIT_BEGUN	 8u /* … always, because the call looked at more than can() does before the wait   */

/* What a thread waits for in hd_sched_wait. It is kept there while a signal handler interrupts the wait. */
struct hd_wait {
	struct hd_op op;
	hd_can can;
	uint64_t deadline;
	unsigned flags;
	bool blocked;	/* the thread could not perform op at once */
	uint64_t since; /* the virtual time at which the wait began */
};

/* The object at addr changed: ask again the predicates of all threads pending on it. */
void hd_sched_changed(uint64_t addr);

/* Thread t, which waits in hd_sched_wait, waits on the object at addr from now on; all else about its wait
 * stays as it is. */
void hd_sched_move(struct hd_thread *t, uint64_t addr);

/* The threads pending on the object at addr whose operation has this kind, in order of id. Those whose wait
 * will go on when a signal handler has returned count too. Returns how many; fills at most max. */
unsigned hd_sched_pending(uint64_t addr, enum hd_event_kind kind, hd_tid *out, unsigned max);
/* The operation with which t, one of those threads, waits, and its predicate. */
const struct hd_op *hd_sched_waiting(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind,
				     hd_can *can);

/* Something changed that a spinning thread could be waiting for (called by access and object code). */
static inline void hd_sched_progress(void)
{
	hd_rt.run.progress++;
}

/* ---- for the engine ---- */

#define HD_READY_BUCKETS 256

struct hd_ready { /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) uint64_t bits[HD_MAX_THREADS / 64];
	hd_tid list[HD_MAX_THREADS]; /* the same as a list, ascending, as long as `listed` */
	bool listed;
	unsigned n;
	unsigned nops;			  /* threads that this run has made: the first entries of ops[] */
	unsigned ninterrupted;		  /* waits that go on when a signal handler has returned */
	struct hd_op ops[HD_MAX_THREADS]; /* pending operations, by thread */
	hd_tid bucket[HD_READY_BUCKETS];  /* first thread pending on an object with this hash */
};

extern HD_OWN struct hd_ready hd_ready;

void hd_ready_run_begin(void);
/* Before the first run: the processes of a run share these sets. */
void hd_ready_share(void);

static inline void hd_ready_set(struct hd_thread *t, bool ready)
{
	if (t->ready == ready)
		return;
	t->ready = ready;
	hd_ready.bits[t->id / 64] ^= 1ULL << (t->id % 64);
	hd_ready.n += ready ? 1 : -1u;
	hd_ready.listed = false;
}

/* Bring hd_ready.list up to date: many changes between two choices are cheap, because the list is written
 * anew only when this function is called. */
void hd_ready_list(void);

/* The thread's pending operation begins and ends to wait for its object. */
void hd_pending_enter(struct hd_thread *t);
void hd_pending_leave(struct hd_thread *t);

/* The next three: whether and how the thread's pending wait may end now, see sched.h. */
/* The thread's predicate says that its operation can be performed. */
bool hd_wait_can(const struct hd_thread *t);
bool hd_wait_enabled(const struct hd_thread *t);
enum hd_wake hd_wait_wake(const struct hd_thread *t);
/* In a run of several processes: find out for the other processes how the wait of t, a thread of this
 * process, may end. */
void hd_ready_find(struct hd_thread *t);
/* After something changed that the thread's wait may depend on. */
static inline void hd_ready_again(struct hd_thread *t)
{
	if (__builtin_expect(hd_rt.run.processes, 0))
		hd_ready_find(t);
	hd_ready_set(t, hd_wait_enabled(t));
}
