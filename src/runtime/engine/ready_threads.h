/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads can run, and which wait for which object: the scheduler's sets, set up anew for each run. For
 * the scheduler only. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "model/event.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

#define HD_READY_BUCKETS 256

struct hd_ready { /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) uint64_t bits[HD_MAX_THREADS / 64];
	hd_tid list[HD_MAX_THREADS]; /* the same as a list, ascending, as long as `listed` */
	bool listed;
	unsigned n;
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
