/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/relevant_steps.h"

#include <string.h>

#include "base/assert.h"
#include "report/build/take_record.h"

#define RECENT	6 /* steps of the failing thread whose locations are looked at    */
#define CALLERS 4 /* innermost calls of it of which the last step is looked at as well */

static const struct hd_op *op(const struct hd_build *b, unsigned i)
{
	return &b->events[i].op;
}

static void relevant_mark(struct hd_build *b, unsigned i)
{
	HD_ASSERT(i < b->nevents && i < b->report->nsteps, "step %u of %u", i, b->report->nsteps);
	b->report->steps_list[i].marked = true;
}

static bool has(const struct hd_build *b, unsigned i, unsigned flag)
{
	return hd_event_flags[op(b, i)->kind] & flag;
}

static bool overlap(const struct hd_op *x, const struct hd_op *y)
{
	return x->addr && y->addr && hd_ops_overlap(x, y);
}

/* The last event before `end` of which all this holds, or -1. */
struct want {
	unsigned end;
	int tid, not_tid; /* -1: any */
	const struct hd_op *overlaps;
	unsigned flags; /* all of these      */
	bool no_free;	/* and it frees nothing */
};

static int find_last(const struct hd_build *b, struct want w)
{
	for (unsigned i = w.end; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];
		unsigned flags = hd_event_flags[e->op.kind];

		if ((w.tid < 0 || e->tid == w.tid) && e->tid != w.not_tid && (flags & w.flags) == w.flags &&
		    !(w.no_free && e->op.kind == HD_FREE) && (!w.overlaps || overlap(&e->op, w.overlaps)))
			return (int)i;
	}
	return -1;
}

/* A thread read, others wrote, and then it wrote what it had made of what it read: for the last step, the
 * index of the read and in *between that of another's last write; -1 if it was not so. */
static int lost_update_before(const struct hd_build *b, unsigned write, int *between)
{
	int tid = b->events[write].tid;
	int read = find_last(
	    b, (struct want){
		   .end = write, .tid = tid, .not_tid = -1, .overlaps = op(b, write), .flags = HD_F_ACCESS});
	int other = find_last(b, (struct want){.end = write,
					       .tid = -1,
					       .not_tid = tid,
					       .overlaps = op(b, write),
					       .flags = HD_F_ACCESS | HD_F_WRITE});

	if (between)
		*between = other;
	return read >= 0 && !has(b, (unsigned)read, HD_F_WRITE) && other > read ? read : -1;
}

static void mark_update(struct hd_build *b, unsigned write)
{
	int other, read = lost_update_before(b, write, &other);

	relevant_mark(b, write);
	if (read < 0)
		return;
	relevant_mark(b, (unsigned)read);
	relevant_mark(b, (unsigned)other);
}

/* The last write by another thread to what event i touched. False: there is none. */
static bool mark_writer_of(struct hd_build *b, unsigned i)
{
	int write = find_last(b, (struct want){.end = b->nevents,
					       .tid = -1,
					       .not_tid = b->events[i].tid,
					       .overlaps = op(b, i),
					       .flags = HD_F_ACCESS | HD_F_WRITE,
					       .no_free = true});

	if (write < 0)
		return false;
	mark_update(b, (unsigned)write);
	if ((unsigned)write < i || has(b, i, HD_F_WRITE))
		relevant_mark(b, i);
	return true;
}

/* What another thread did before to the lock or other object of event i. */
static bool mark_user_before(struct hd_build *b, unsigned i)
{
	int other = find_last(
	    b, (struct want){.end = i, .tid = -1, .not_tid = b->events[i].tid, .overlaps = op(b, i)});

	if (other >= 0)
		relevant_mark(b, (unsigned)other);
	return other >= 0;
}

/* Look at the failing thread's last steps that have one of these flags. False: none is related to a step of
 * another thread. */
static bool mark_recent(struct hd_build *b, unsigned flags, bool (*look)(struct hd_build *, unsigned))
{
	unsigned seen = 0;
	bool found = false;

	for (unsigned i = b->nevents; i-- > 0 && seen < RECENT;) {
		if (b->events[i].tid != b->failure.tid)
			continue;
		seen++;
		if (has(b, i, flags) && op(b, i)->kind != HD_FREE && op(b, i)->kind != HD_JOIN &&
		    op(b, i)->kind != HD_CREATE)
			found |= look(b, i);
	}
	return found;
}

static bool is_in(const struct hd_location *step, const struct hd_location *call)
{
	return step->function && call->function && !strcmp(step->function, call->function) && step->file &&
	       call->file && !strcmp(step->file, call->file);
}

/* The failing thread's last access in the function of one of its calls: often the one that has led to the
 * next call, and after which that call itself has made many steps, to write a message say. */
static void mark_last_in(struct hd_build *b, const struct hd_location *call)
{
	for (unsigned i = b->nevents; i-- > 0;)
		if (b->events[i].tid == b->failure.tid && has(b, i, HD_F_ACCESS) &&
		    is_in(&b->report->steps_list[i].where, call)) {
			mark_writer_of(b, i);
			return;
		}
}

static void mark_callers(struct hd_build *b)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, b->failure.tid);

	for (unsigned i = 0; t && i < t->nstack && i < CALLERS; i++)
		mark_last_in(b, &t->stack[i]);
}

/* The last update that undid another thread's: the failing thread may have seen the result after all the
 * others had ended, when accesses are no longer steps. */
static bool mark_last_lost_update(struct hd_build *b)
{
	for (unsigned i = b->nevents; i-- > 0;)
		if (has(b, i, HD_F_ACCESS) && has(b, i, HD_F_WRITE) && op(b, i)->kind != HD_FREE &&
		    lost_update_before(b, i, NULL) >= 0) {
			mark_update(b, i);
			return true;
		}
	return false;
}

static void mark_failing_thread(struct hd_build *b)
{
	int last = find_last(b, (struct want){.end = b->nevents, .tid = (int)b->failure.tid, .not_tid = -1});

	if (last >= 0 && has(b, (unsigned)last, HD_F_ACCESS))
		relevant_mark(b, (unsigned)last);
	mark_callers(b);
	if (mark_recent(b, HD_F_ACCESS, mark_writer_of) || mark_last_lost_update(b))
		return;
	mark_recent(b, HD_F_SYNC, mark_user_before);
}

/* The last free of the block that the failure is about. */
static void mark_free(struct hd_build *b)
{
	const struct hd_wire_place *place = &b->failure.place;

	for (unsigned i = b->nevents; place->kind == HD_PLACE_HEAP && i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (e->op.kind != HD_FREE || e->place.kind != HD_PLACE_HEAP || e->place.block != place->block)
			continue;
		relevant_mark(b, i);
		return;
	}
}

/* The step that misused an object, and what others did to it before. */
static void mark_misused_object(struct hd_build *b)
{
	int last = find_last(
	    b,
	    (struct want){.end = b->nevents, .tid = (int)b->failure.tid, .not_tid = -1, .flags = HD_F_SYNC});

	if (last < 0)
		return;
	relevant_mark(b, (unsigned)last);
	mark_user_before(b, (unsigned)last);
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

/* The thread of event i was woken by a signal: it goes on with event i after a wait on this object. */
static bool is_woken(const struct hd_build *b, unsigned i, uint64_t addr)
{
	int wait = find_last(b, (struct want){.end = i, .tid = b->events[i].tid, .not_tid = -1});

	return op(b, i)->kind == HD_RELOCK && wait >= 0 && op(b, (unsigned)wait)->kind == HD_COND_WAIT &&
	       op(b, (unsigned)wait)->addr == addr;
}

/* Whether a thread waited on the object just before event `end`. A signal that has found one is as good as a
 * thread that goes on; one that ends its wait by a timeout counts as waiting until then. */
static bool is_waited_on(const struct hd_build *b, unsigned end, uint64_t addr)
{
	unsigned waiting = 0, signals = 0;

	for (unsigned i = 0; i < end; i++) {
		if (is_woken(b, i, addr)) {
			waiting -= waiting > 0;
			signals -= signals > 0 && !b->events[i].note;
		}
		if (op(b, i)->addr != addr)
			continue;
		if (op(b, i)->kind == HD_COND_WAIT)
			waiting++;
		else if (op(b, i)->kind == HD_SIGNAL && signals < waiting)
			signals++;
		else if (op(b, i)->kind == HD_BROADCAST)
			signals = waiting;
	}
	return waiting > signals;
}

int hd_early_signal(const struct hd_build *b, const struct hd_wire_thread *t)
{
	int wait = start_of_wait(b, t),
	    signal = wait < 0 ? -1 : last_on(b, (unsigned)wait, -1, t->op.addr, HD_SIGNAL, HD_BROADCAST);

	return signal >= 0 && !b->report->steps_left_out && !is_waited_on(b, (unsigned)signal, t->op.addr)
		   ? signal
		   : -1;
}

static void mark_wait(struct hd_build *b, const struct hd_wire_thread *t)
{
	int wait = start_of_wait(b, t);
	int signal = b->failure.outcome == HD_OUT_LOST_WAKEUP ? hd_early_signal(b, t) : -1;

	if (wait >= 0)
		relevant_mark(b, (unsigned)wait);
	if (signal >= 0)
		relevant_mark(b, (unsigned)signal);
}

static void mark_acquisition(struct hd_build *b, const struct hd_wire_thread *t)
{
	int i = find_last(
	    b,
	    (struct want){
		.end = b->nevents, .tid = t->owner, .not_tid = -1, .overlaps = &t->op, .flags = HD_F_SYNC});

	if (i >= 0 && op(b, (unsigned)i)->kind != HD_UNLOCK)
		relevant_mark(b, (unsigned)i);
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
