/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/take_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "wire/wire_check.h"

/* In a livelock each thread that can run spins, even if the runtime has not yet marked it as spinning. */
static void settle_state(const struct hd_wire_failure *f, struct hd_wire_thread *t)
{
	bool can_run = t->state == HD_THREAD_READY || t->state == HD_THREAD_RUNNING;

	if (f->outcome == HD_OUT_LIVELOCK && can_run && t->op.kind != HD_START)
		t->state = HD_THREAD_SPINNING;
}

void hd_take_failure(struct hd_build *b)
{
	struct hd_wire_failure *f = &b->failure;

	hd_wire_take_failure(b->wire, b->index, f);
	for (uint32_t i = 0; i < f->nthreads; i++)
		settle_state(f, &f->threads[i]);
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
	return hd_wire_check_event(to);
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

void hd_take_events(struct hd_build *b, bool every_step)
{
	uint64_t total = atomic_load(&b->worker->ntrace);
	uint64_t kept = total < HD_MAX_TRACE ? total : HD_MAX_TRACE;
	uint64_t n = every_step ? kept : how_many(b, total);

	b->report->steps_left_out = total - n;
	b->events = hd_new(n, sizeof *b->events);
	while (n-- > 0)
		if (take_event(event_from_end(b, total, n), &b->events[b->nevents]))
			b->nevents++;
}
