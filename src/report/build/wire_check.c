/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/wire_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

void hd_check_place(struct hd_wire_place *p)
{
	if (p->kind > HD_PLACE_OTHER || (p->kind == HD_PLACE_CHANNEL && p->module >= HD_CHANNEL_COUNT))
		p->kind = HD_PLACE_NONE;
}

static bool check_op(struct hd_op *op)
{
	return op->kind < HD_EVENT_COUNT;
}

static uint16_t check_tid(uint16_t tid)
{
	return tid < HD_MAX_THREADS ? tid : HD_NO_TID;
}

static bool check_thread(struct hd_wire_thread *t)
{
	if (t->tid >= HD_MAX_THREADS || t->state > HD_THREAD_EXITED || !check_op(&t->op))
		return false;
	t->owner = check_tid(t->owner);
	t->name[sizeof t->name - 1] = '\0';
	if (t->nheld > HD_HELD_MAX)
		t->nheld = HD_HELD_MAX;
	if (t->nstack > HD_STACK_MAX)
		t->nstack = HD_STACK_MAX;
	hd_check_place(&t->place);
	for (unsigned i = 0; i < t->nheld; i++)
		hd_check_place(&t->held[i].place);
	return true;
}

/* In a livelock each thread that can run spins, even if the runtime has not yet marked it as spinning. */
static void settle_state(const struct hd_wire_failure *f, struct hd_wire_thread *t)
{
	bool can_run = t->state == HD_THREAD_READY || t->state == HD_THREAD_RUNNING;

	if (f->outcome == HD_OUT_LIVELOCK && can_run && t->op.kind != HD_START)
		t->state = HD_THREAD_SPINNING;
}

static void check_threads(struct hd_wire_failure *f)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < f->nthreads && i < HD_FAILURE_THREADS; i++)
		if (check_thread(&f->threads[i])) {
			settle_state(f, &f->threads[i]);
			f->threads[kept++] = f->threads[i];
		}
	f->nthreads = kept;
}

void hd_take_failure(struct hd_build *b)
{
	struct hd_wire_failure *f = &b->failure;

	memcpy(f, &b->worker->failure, sizeof *f);
	if (f->outcome >= HD_OUTCOME_COUNT)
		f->outcome = HD_OUT_NONE;
	if (f->tid >= HD_MAX_THREADS)
		f->tid = HD_NO_TID;
	f->message[sizeof f->message - 1] = '\0';
	hd_check_place(&f->place);
	check_threads(f);
}

const struct hd_wire_thread *hd_failed_thread(const struct hd_build *b, unsigned tid)
{
	for (uint32_t i = 0; i < b->failure.nthreads; i++)
		if (b->failure.threads[i].tid == tid)
			return &b->failure.threads[i];
	return NULL;
}

bool hd_is_stuck(const struct hd_build *b)
{
	switch (b->failure.outcome) {
	case HD_OUT_DEADLOCK:
	case HD_OUT_LOST_WAKEUP:
	case HD_OUT_LIVELOCK:
	case HD_OUT_HANG:
		return true;
	default:
		return false;
	}
}

static bool take_event(const struct hd_wire_event *from, struct hd_wire_event *to)
{
	*to = *from;
	hd_check_place(&to->place);
	return to->tid < HD_MAX_THREADS && check_op(&to->op);
}

/* Once the trace is full the runtime goes on at its beginning: the oldest event is then the next to go. */
static const struct hd_wire_event *event_from_end(const struct hd_build *b, uint64_t total, uint64_t n)
{
	return &b->worker->trace[(total - 1 - n) % HD_MAX_TRACE];
}

/* How many of the last events are listed. What others have done since the failing thread's turn before its
 * last one is among them, if that is not too much: it is what the thread found changed. */
static uint64_t how_many(const struct hd_build *b, uint64_t total)
{
	uint64_t most = total < HD_REPORT_MOST ? total : HD_REPORT_MOST, n = 0;
	uint64_t usual = total < HD_REPORT_STEPS ? total : HD_REPORT_STEPS;

	if (hd_is_stuck(b) || b->failure.tid == HD_NO_TID)
		return usual;
	while (n < most && event_from_end(b, total, n)->tid == b->failure.tid)
		n++;
	while (n < most && event_from_end(b, total, n)->tid != b->failure.tid)
		n++;
	return n < most && n >= usual ? n + 1 : usual;
}

void hd_take_events(struct hd_build *b)
{
	uint64_t total = atomic_load(&b->worker->ntrace);
	uint64_t n = how_many(b, total);

	b->report->steps_left_out = total - n;
	b->events = hd_new(n, sizeof *b->events);
	while (n-- > 0)
		if (take_event(event_from_end(b, total, n), &b->events[b->nevents]))
			b->nevents++;
}
