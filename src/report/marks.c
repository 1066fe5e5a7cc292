/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of the steps belong to the failure. For a thread that failed: its last step, and the steps of others
 * that gave it what it saw. For threads that wait: who took what they wait for, and the signal that came too
 * early. */
#include "report/build.h"

#define RECENT 10 /* steps of the failing thread whose locations are looked at */

static const struct hd_op *op(const struct hd_build *b, unsigned i)
{
	return &b->events[i].op;
}

static void mark(struct hd_build *b, unsigned i)
{
	b->report->steps_list[i].marked = true;
}

static bool has(const struct hd_build *b, unsigned i, unsigned flag)
{
	return hd_event_flags[op(b, i)->kind] & flag;
}

static bool overlap(const struct hd_op *x, const struct hd_op *y)
{
	return x->addr && y->addr && x->addr < y->addr + (y->size ? y->size : 1) &&
	       y->addr < x->addr + (x->size ? x->size : 1);
}

/* The last event before `end` of which all this holds, or -1. */
struct want {
	unsigned end;
	int tid, not_tid; /* -1: any */
	const struct hd_op *overlaps;
	unsigned flags;	   /* all of these      */
	unsigned no_flags; /* and none of these */
};

static int find_last(const struct hd_build *b, struct want w)
{
	for (unsigned i = w.end; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];
		unsigned flags = hd_event_flags[e->op.kind];

		if ((w.tid < 0 || e->tid == w.tid) && e->tid != w.not_tid && (flags & w.flags) == w.flags &&
		    !(flags & w.no_flags) && (!w.overlaps || overlap(&e->op, w.overlaps)))
			return (int)i;
	}
	return -1;
}

/* A write that used what its thread read before, and the writes of others that it therefore undid. */
static void mark_update(struct hd_build *b, unsigned write)
{
	int tid = b->events[write].tid;
	int read = find_last(b, (struct want){.end = write,
					      .tid = tid,
					      .not_tid = -1,
					      .overlaps = op(b, write),
					      .flags = HD_F_ACCESS,
					      .no_flags = HD_F_WRITE});

	mark(b, write);
	if (read < 0)
		return;
	for (unsigned i = (unsigned)read + 1; i < write; i++) {
		if (b->events[i].tid == tid || !has(b, i, HD_F_WRITE) || !overlap(op(b, i), op(b, write)))
			continue;
		mark(b, i);
		mark(b, (unsigned)read);
	}
}

/* The last write by another thread to what event i touched, if it came before the end. */
static void mark_writer_of(struct hd_build *b, unsigned i)
{
	int write = find_last(b, (struct want){.end = b->nevents,
					       .tid = -1,
					       .not_tid = b->events[i].tid,
					       .overlaps = op(b, i),
					       .flags = HD_F_ACCESS | HD_F_WRITE});

	if (write < 0)
		return;
	mark_update(b, (unsigned)write);
	if ((unsigned)write < i || has(b, i, HD_F_WRITE))
		mark(b, i);
}

static void mark_failing_thread(struct hd_build *b)
{
	int tid = (int)b->failure.tid;
	unsigned seen = 0;

	for (unsigned i = b->nevents; i-- > 0 && seen < RECENT;) {
		if (b->events[i].tid != tid)
			continue;
		if (seen++ == 0)
			mark(b, i);
		if (has(b, i, HD_F_ACCESS) && op(b, i)->kind != HD_FREE)
			mark_writer_of(b, i);
	}
}

/* The last free of the block that the failure is about. */
static void mark_free(struct hd_build *b)
{
	const struct hd_wire_place *place = &b->failure.place;

	for (unsigned i = b->nevents; place->kind == HD_PLACE_HEAP && i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (e->op.kind != HD_FREE || e->place.kind != HD_PLACE_HEAP || e->place.block != place->block)
			continue;
		mark(b, i);
		return;
	}
}

/* What others did last to the object that is misused. */
static void mark_misused_object(struct hd_build *b)
{
	int tid = (int)b->failure.tid;
	int last =
	    find_last(b, (struct want){.end = b->nevents, .tid = tid, .not_tid = -1, .flags = HD_F_SYNC});

	if (last < 0)
		return;
	int other = find_last(
	    b, (struct want){
		   .end = (unsigned)last, .tid = -1, .not_tid = tid, .overlaps = op(b, (unsigned)last)});
	if (other >= 0)
		mark(b, (unsigned)other);
}

bool hd_waits_for_signal(const struct hd_wire_thread *t)
{
	return t->state == HD_THREAD_BLOCKED && (t->op.kind == HD_COND_SLEEP || t->op.kind == HD_COND_WAIT);
}

static int last_on(const struct hd_build *b, unsigned end, int tid, uint64_t addr, unsigned kind,
		   unsigned or_kind)
{
	for (unsigned i = end; i-- > 0;)
		if (op(b, i)->addr == addr && (op(b, i)->kind == kind || op(b, i)->kind == or_kind) &&
		    (tid < 0 || b->events[i].tid == tid))
			return (int)i;
	return -1;
}

static int start_of_wait(const struct hd_build *b, const struct hd_wire_thread *t)
{
	return last_on(b, b->nevents, t->tid, t->op.addr, HD_COND_WAIT, HD_COND_WAIT);
}

int hd_early_signal(const struct hd_build *b, const struct hd_wire_thread *t)
{
	int wait = start_of_wait(b, t);

	return wait < 0 ? -1 : last_on(b, (unsigned)wait, -1, t->op.addr, HD_SIGNAL, HD_BROADCAST);
}

static void mark_wait(struct hd_build *b, const struct hd_wire_thread *t)
{
	int wait = start_of_wait(b, t);
	int signal = b->failure.outcome == HD_OUT_LOST_WAKEUP ? hd_early_signal(b, t) : -1;

	if (wait >= 0)
		mark(b, (unsigned)wait);
	if (signal >= 0)
		mark(b, (unsigned)signal);
}

static void mark_acquisition(struct hd_build *b, const struct hd_wire_thread *t)
{
	int i = find_last(
	    b,
	    (struct want){
		.end = b->nevents, .tid = t->owner, .not_tid = -1, .overlaps = &t->op, .flags = HD_F_SYNC});

	if (i >= 0 && op(b, (unsigned)i)->kind != HD_UNLOCK)
		mark(b, (unsigned)i);
}

static void mark_waiting_threads(struct hd_build *b)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];

		if (t->state != HD_THREAD_BLOCKED)
			continue;
		if (hd_waits_for_signal(t))
			mark_wait(b, t);
		else if (t->owner != HD_NO_TID && t->op.kind != HD_JOIN)
			mark_acquisition(b, t);
	}
}

void hd_mark_steps(struct hd_build *b)
{
	if (hd_is_stuck(b)) {
		mark_waiting_threads(b);
		return;
	}
	if (b->failure.tid == HD_NO_TID)
		return;
	mark_failing_thread(b);
	mark_free(b);
	if (b->failure.outcome == HD_OUT_LOCK_MISUSE)
		mark_misused_object(b);
}
