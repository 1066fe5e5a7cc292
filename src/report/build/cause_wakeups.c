/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_wakeups.h"

#include "report/build/take_record.h"

/* ---- a wakeup of which nothing came ---- */

/* The thread goes on at `woken`; where it waits again without having changed anything; NULL: it does not. */
static const struct hd_wire_event *waits_again(const struct hd_build *b, const struct hd_wire_event *woken,
					       uint64_t cond)
{
	for (const struct hd_wire_event *e = woken + 1; e < b->events + b->nevents; e++) {
		if (e->tid != woken->tid)
			continue;
		if (e->op.kind == HD_COND_WAIT && e->op.addr == cond)
			return e;
		if (hd_event_flags[e->op.kind] & HD_F_WRITE)
			return NULL;
	}
	return NULL;
}

static const struct hd_wire_event *last_before(const struct hd_build *b, const struct hd_wire_event *than,
					       hd_tid tid)
{
	for (const struct hd_wire_event *e = than; e-- > b->events;)
		if (e->tid == tid)
			return e;
	return NULL;
}

static const struct hd_wire_event *last_signal(const struct hd_wire_event *from,
					       const struct hd_wire_event *to, uint64_t cond)
{
	for (const struct hd_wire_event *e = to; e-- > from;)
		if (e->op.kind == HD_SIGNAL && e->op.addr == cond)
			return e;
	return NULL;
}

/* A thread other than `tid` that waits for ever, since before the signal. */
static const struct hd_wire_thread *left_waiting(const struct hd_build *b, const struct hd_wire_event *signal,
						 hd_tid tid)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];
		const struct hd_wire_event *last;

		if (t->tid == tid || t->state != HD_THREAD_BLOCKED || t->op.addr != signal->op.addr)
			continue;
		last = last_before(b, b->events + b->nevents, (hd_tid)t->tid);
		if (last && last->op.kind == HD_COND_WAIT && last < signal)
			return t;
	}
	return NULL;
}

static bool is_wasted(const struct hd_build *b, const struct hd_wire_event *woken, struct hd_wasted *out)
{
	const struct hd_wire_event *wait = last_before(b, woken, woken->tid);

	if (!wait || wait->op.kind != HD_COND_WAIT)
		return false;
	out->woken = woken;
	out->signal = last_signal(wait, woken, wait->op.addr);
	out->again = waits_again(b, woken, wait->op.addr);
	out->other = out->signal ? left_waiting(b, out->signal, woken->tid) : NULL;
	return out->again && out->other;
}

bool hd_find_wasted_wakeup(const struct hd_build *b, struct hd_wasted *out)
{
	for (const struct hd_wire_event *e = b->events + b->nevents; e-- > b->events;)
		if (e->op.kind == HD_RELOCK && !e->note && is_wasted(b, e, out))
			return true;
	return false;
}

/* ---- a signal for one of several that wait for the same ---- */

static bool reads(const struct hd_wire_event *e)
{
	unsigned flags = hd_event_flags[e->op.kind];

	return flags & HD_F_ACCESS && !(flags & HD_F_WRITE) && e->value_known;
}

static bool is_changed_after(const struct hd_build *b, const struct hd_wire_event *than,
			     const struct hd_op *op)
{
	for (const struct hd_wire_event *e = than + 1; e < b->events + b->nevents; e++)
		if (hd_event_flags[e->op.kind] & HD_F_WRITE && hd_ops_overlap(&e->op, op))
			return true;
	return false;
}

/* The woken thread sees another value there than `look` has seen. */
static bool sees_change(const struct hd_build *b, const struct hd_wire_event *woken,
			const struct hd_wire_event *look)
{
	for (const struct hd_wire_event *e = woken + 1; e < b->events + b->nevents; e++)
		if (e->tid == woken->tid && reads(e) && e->op.addr == look->op.addr &&
		    e->op.size == look->op.size)
			return e->value != look->value;
	return false;
}

/* What the thread has looked at before it waits, in the same critical section: one of it has changed before
 * the signal, and nothing of it since. */
static bool would_go_on(const struct hd_build *b, const struct hd_wasted *x)
{
	const struct hd_wire_event *wait = last_before(b, b->events + b->nevents, (hd_tid)x->other->tid);
	bool change = false;

	for (const struct hd_wire_event *e = wait; e-- > b->events;) {
		if (e->tid != wait->tid)
			continue;
		if (e->op.kind == HD_LOCK || e->op.kind == HD_RELOCK)
			break;
		if (!reads(e))
			continue;
		if (is_changed_after(b, x->signal, &e->op))
			return false;
		change |= sees_change(b, x->woken, e);
	}
	return change;
}

bool hd_find_wrong_wakeup(const struct hd_build *b, struct hd_wasted *out)
{
	*out = (struct hd_wasted){0};
	for (const struct hd_wire_event *e = b->events + b->nevents; e-- > b->events;)
		if (e->op.kind == HD_RELOCK && !e->note && is_wasted(b, e, out) && would_go_on(b, out))
			return true;
	return false;
}

/* The thread goes on at `woken`, and another one that waits for the same does not. */
static bool is_single(const struct hd_build *b, const struct hd_wire_event *woken, struct hd_wasted *out)
{
	const struct hd_wire_event *wait = last_before(b, woken, woken->tid);

	if (!wait || wait->op.kind != HD_COND_WAIT)
		return false;
	out->woken = woken;
	out->signal = last_signal(wait, woken, wait->op.addr);
	out->other = out->signal ? left_waiting(b, out->signal, woken->tid) : NULL;
	return out->other && !waits_again(b, woken, wait->op.addr) && would_go_on(b, out);
}

bool hd_find_single_wakeup(const struct hd_build *b, struct hd_wasted *out)
{
	*out = (struct hd_wasted){0};
	for (const struct hd_wire_event *e = b->events + b->nevents; e-- > b->events;)
		if (e->op.kind == HD_RELOCK && !e->note && is_single(b, e, out))
			return true;
	return false;
}
