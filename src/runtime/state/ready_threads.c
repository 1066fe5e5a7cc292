/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/ready_threads.h"

#include <string.h>

#include "runtime/common/rt.h"
#include "runtime/common/team_memory.h"
#include "runtime/state/hooks.h"
#include "runtime/state/thread_table.h"
#include "runtime/state/early_budget.h"
#include "runtime/common/team.h"

#define NOT_FOUND 0xff /* in hd_thread.found: the wait may not end */

struct hd_ready hd_ready;

void hd_ready_share(void)
{
	hd_team_share(&hd_ready, sizeof hd_ready);
}

void hd_ready_run_begin(void)
{
	memset(hd_ready.bucket, 0xff, sizeof hd_ready.bucket);
	memset(hd_ready.bits, 0, sizeof hd_ready.bits);
	/* A strategy may ask for a thread that this run has not made yet: what its namesake did in the run
	 * before must not count. */
	memset(hd_ready.ops, 0, hd_ready.nops * sizeof *hd_ready.ops);
	hd_ready.n = hd_ready.ninterrupted = hd_ready.nops = 0;
	hd_ready.listed = false;
}

void hd_ready_list(void)
{
	unsigned n = 0, words = (hd_rt.run.nthreads + 63) / 64;

	if (hd_ready.listed)
		return;
	for (unsigned w = 0; w < words; w++)
		for (uint64_t bits = hd_ready.bits[w]; bits; bits &= bits - 1)
			hd_ready.list[n++] = (hd_tid)(w * 64 + (unsigned)__builtin_ctzll(bits));
	HD_ASSERT(n == hd_ready.n, "%u threads are ready, %u are counted", n, hd_ready.n);
	hd_ready.listed = true;
}

/* ---- the waiting lists ---- */

static unsigned bucket_of(uint64_t addr)
{
	return (unsigned)((addr * 0x9E3779B97F4A7C15ULL) >> 56);
}

void hd_pending_enter(struct hd_thread *t)
{
	hd_tid *head = &hd_ready.bucket[bucket_of(t->op.addr)];

	t->wait_prev = HD_NO_TID;
	t->wait_next = *head;
	if (*head != HD_NO_TID)
		hd_threads[*head].wait_prev = t->id;
	*head = t->id;
	t->in_bucket = true;
}

void hd_pending_leave(struct hd_thread *t)
{
	if (!t->in_bucket)
		return;
	if (t->wait_prev == HD_NO_TID)
		hd_ready.bucket[bucket_of(t->op.addr)] = t->wait_next;
	else
		hd_threads[t->wait_prev].wait_next = t->wait_next;
	if (t->wait_next != HD_NO_TID)
		hd_threads[t->wait_next].wait_prev = t->wait_prev;
	t->in_bucket = false;
}

void hd_sched_changed(uint64_t addr)
{
	hd_tid id = hd_ready.bucket[bucket_of(addr)];

	for (; id != HD_NO_TID; id = hd_threads[id].wait_next)
		if (hd_threads[id].op.addr == addr)
			hd_ready_again(&hd_threads[id]);
}

void hd_sched_move(struct hd_thread *t, uint64_t addr)
{
	hd_pending_leave(t);
	t->op.addr = hd_ready.ops[t->id].addr = addr;
	hd_pending_enter(t);
	hd_ready_again(t);
}

/* Threads as a set, for as long as they are collected. Many may wait for one object, in any order. */
static struct {
	uint64_t bits[HD_MAX_THREADS / 64];
	unsigned words; /* from the first one to the last one in use */
} collected;

static void collect(unsigned id)
{
	collected.bits[id / 64] |= 1ULL << id % 64;
	if (id / 64 >= collected.words)
		collected.words = id / 64 + 1;
}

/* The set as a list, ascending; it is empty then. */
static unsigned list_collected(hd_tid *out, unsigned max)
{
	unsigned n = 0;

	for (unsigned w = 0; w < collected.words; w++) {
		for (uint64_t bits = collected.bits[w]; bits && n < max; bits &= bits - 1)
			out[n++] = (hd_tid)(w * 64 + (unsigned)__builtin_ctzll(bits));
		collected.bits[w] = 0;
	}
	collected.words = 0;
	return n;
}

unsigned hd_sched_pending(uint64_t addr, enum hd_event_kind kind, hd_tid *out, unsigned max)
{
	hd_tid id = hd_ready.bucket[bucket_of(addr)];

	for (; id != HD_NO_TID; id = hd_threads[id].wait_next)
		if (hd_threads[id].op.addr == addr && hd_threads[id].op.kind == kind &&
		    hd_may_share(&hd_threads[id], addr))
			collect(id);
	for (unsigned i = 0; hd_ready.ninterrupted && i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].frame && hd_is_here(&hd_threads[i]) &&
		    hd_hooks.interrupted_wait(&hd_threads[i], addr, kind))
			collect(i);
	return list_collected(out, max);
}

const struct hd_op *hd_sched_waiting(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind,
				     hd_can *can)
{
	const struct hd_wait *w;

	if (t->in_bucket && t->op.addr == addr && t->op.kind == kind) {
		*can = t->can;
		return &t->op;
	}
	w = hd_hooks.interrupted_wait(t, addr, kind);
	HD_ASSERT(w, "thread %u does not wait for that", t->id);
	*can = w->can;
	return &w->op;
}

/* ---- the ways in which a wait can end ---- */

static bool cancelled(const struct hd_thread *t)
{
	return t->may_cancel && t->cancel_pending && !t->cancel_disabled;
}

static bool timed_out(const struct hd_thread *t)
{
	return t->deadline != HD_NO_DEADLINE &&
	       (t->deadline <= hd_rt.run.vtime || hd_early_end_from(t) <= hd_rt.run.vtime);
}

static bool interrupted(const struct hd_thread *t)
{
	return t->signal_due && hd_is_here(t) && hd_hooks.signals_possible(t);
}

static bool may_spuriously(const struct hd_thread *t)
{
	return t->may_spurious && hd_rt.run.spurious_left;
}

/* How the wait of t can end for the reasons that only the process of t can see. */
static uint8_t find(const struct hd_thread *t)
{
	if (cancelled(t))
		return HD_WAKE_CANCEL;
	if (!t->can || t->can(t))
		return HD_WAKE_OK;
	return interrupted(t) ? HD_WAKE_SIGNAL : NOT_FOUND;
}

void hd_ready_find(struct hd_thread *t)
{
	if (hd_is_here(t))
		t->found = find(t);
}

/* The thread belongs to another process, and only that process can look at what the thread waits for. */
static bool is_found(const struct hd_thread *t)
{
	return __builtin_expect(hd_rt.run.processes, 0) && t->can && !hd_can_tell(t);
}

bool hd_wait_can(const struct hd_thread *t)
{
	return is_found(t) ? t->found == HD_WAKE_OK : !t->can || t->can(t);
}

bool hd_wait_enabled(const struct hd_thread *t)
{
	if (is_found(t))
		return t->found != NOT_FOUND || timed_out(t) || may_spuriously(t);
	return !t->can || t->can(t) || cancelled(t) || timed_out(t) || interrupted(t) || may_spuriously(t);
}

enum hd_wake hd_wait_wake(const struct hd_thread *t)
{
	if (is_found(t) && t->found != NOT_FOUND)
		return (enum hd_wake)t->found;
	if (!is_found(t)) {
		uint8_t found = find(t);

		if (found != NOT_FOUND)
			return (enum hd_wake)found;
	}
	return timed_out(t) ? HD_WAKE_TIMEOUT : HD_WAKE_SPURIOUS;
}
