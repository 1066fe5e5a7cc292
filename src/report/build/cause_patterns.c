/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_patterns.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_facts.h"
#include "report/build/cause_words.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/words.h"

#define LOST_WAKEUP_REMEDY                                                                                   \
	"change the condition while holding the mutex of the wait, and wait in a loop that tests it"

static bool is_write(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_WRITE;
}

static bool is_access(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ACCESS;
}

static bool is_atomic(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ATOMIC;
}

/* The pattern with the number of its idiom, and the remedy; NULL: none is known. */
static void name_pattern(struct hd_build *b, const char *pattern, int idiom, const char *remedy)
{
	b->report->pattern = hd_sprintf("%s (an iRoot of idiom %d)", pattern, idiom);
	b->report->remedy = remedy ? hd_strdup(remedy) : NULL;
}

/* ---- locks and waits between two operations of a thread ---- */

static bool takes_lock(const struct hd_wire_event *e)
{
	switch (e->op.kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
		return true;
	default:
		return false;
	}
}

/* The thread holds the lock at this address before event `at`. */
static bool holds_lock_at(const struct hd_build *b, hd_tid tid, uint64_t addr, const struct hd_wire_event *at)
{
	for (const struct hd_wire_event *e = at; e-- > b->events;)
		if (e->tid == tid && e->op.addr == addr && (takes_lock(e) || e->op.kind == HD_UNLOCK))
			return takes_lock(e);
	return false;
}

/* Where the thread gives a lock back that it holds both at `begin` and at `end`; NULL: nowhere. */
static const struct hd_wire_event *
gives_lock_back(const struct hd_build *b, const struct hd_wire_event *begin, const struct hd_wire_event *end)
{
	for (const struct hd_wire_event *e = begin; e < end; e++)
		if (e->tid == begin->tid && e->op.kind == HD_UNLOCK &&
		    holds_lock_at(b, e->tid, e->op.addr, begin) && holds_lock_at(b, e->tid, e->op.addr, end))
			return e;
	return NULL;
}

/* Where the operation is in the list of events; their end if the run did not get there. */
static const struct hd_wire_event *event_of(const struct hd_build *b, const struct hd_side *s)
{
	return s->decisive ? b->events + b->nevents : s->event;
}

static void name_two_sections(struct hd_build *b, const struct hd_wire_event *unlock, int idiom)
{
	char *lock = hd_object_name(b, &unlock->place, unlock->op.addr, unlock->op.size);
	struct hd_text text;

	name_pattern(b, "an atomicity violation of two critical sections", idiom, NULL);
	hd_text_begin(&text);
	fputs("look and act in one critical section: ", text.f);
	hd_put_object(text.f, lock ? lock : "the lock");
	fputs(" is given back at ", text.f);
	hd_put_side_place(b, text.f, &(struct hd_side){.event = unlock});
	fputs(" and taken again", text.f);
	b->report->remedy = hd_text_end(&text);
	free(lock);
}

/* The thread waits for a signal between the two, and goes on without another look. */
static bool waits_between(const struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *end = event_of(b, &x->end);
	bool waits = false;

	for (const struct hd_wire_event *e = x->begin.event; e < end; e++)
		if (e->tid == x->begin.event->tid && e->op.kind == HD_COND_WAIT)
			waits = true;
		else if (e->tid == x->begin.event->tid && e->op.kind == HD_RELOCK && waits)
			return true;
	return false;
}

/* ---- threads that wait for each other ---- */

/* What only so many threads can have at a time. */
static bool takes(const struct hd_side *s)
{
	return takes_lock(s->event) || s->event->op.kind == HD_SEM_WAIT || s->event->op.kind == HD_FILE_LOCK;
}

static bool name_circle(struct hd_build *b, bool all_take, int idiom)
{
	if (b->failure.outcome != HD_OUT_DEADLOCK || !all_take)
		return false;
	name_pattern(b, "a circle of waits", idiom,
		     "take these in one order everywhere, and wait for nothing while holding what another "
		     "thread needs");
	return true;
}

/* ---- one thread runs between two operations of another ---- */

static const char *remedy_of_atomics(const struct hd_between *x)
{
	if (!is_write(&x->begin) && x->end.event->op.kind != HD_ATOMIC_LOAD)
		return "each of these operations is atomic, the sequence is not: make it one atomic "
		       "operation (a "
		       "compare-exchange; if the value may come back, with a version beside it), or one "
		       "critical section";
	if (is_write(&x->begin) && is_write(&x->end))
		return "let other threads see only the complete change: make it in one critical section, or "
		       "publish it by one store at its end";
	return "load the value once and work with what was loaded, or do both in one critical section";
}

static const char *remedy_of_accesses(const struct hd_between *x, bool one)
{
	if (is_atomic(&x->begin) && is_atomic(&x->end))
		return remedy_of_atomics(x);
	if (one && !is_write(&x->begin) && is_write(&x->end))
		return "make the read and the write one step: one critical section, or an atomic operation";
	if (one && !is_write(&x->end))
		return "check and act in one critical section, under a lock that the other thread takes, too";
	return "change what belongs together in one critical section, and read it under the same lock";
}

void hd_name_between(struct hd_build *b, const struct hd_between *x)
{
	bool one = hd_ops_overlap(&x->begin.event->op, &x->end.event->op);
	bool accesses = is_access(&x->begin) && is_access(&x->end);
	int idiom = !one ? 4 : x->earlier.event == x->later.event ? 2 : 3;
	const struct hd_wire_event *unlock = gives_lock_back(b, x->begin.event, event_of(b, &x->end));

	if (x->end.event->op.kind == HD_COND_WAIT || x->end.event->op.kind == HD_FUTEX_WAIT)
		name_pattern(b, "a lost wakeup", idiom, LOST_WAKEUP_REMEDY);
	else if (name_circle(b, takes(&x->begin) && takes(&x->earlier) && takes(&x->later) && takes(&x->end),
			     idiom))
		return;
	else if (accesses && waits_between(b, x))
		name_pattern(
		    b, "a condition that is not tested again after the wait", idiom,
		    "wait in a loop that tests the condition: another thread may change it before the "
		    "one that was woken has the lock again");
	else if (accesses && unlock)
		name_two_sections(b, unlock, idiom);
	else
		name_pattern(b, "an atomicity violation", idiom,
			     accesses ? remedy_of_accesses(x, one)
				      : "do both in one critical section, under a lock that the other thread "
					"takes, too");
}

/* ---- one operation comes before another ---- */

/* The thread of the second operation has looked at something under a lock, gave it back, and takes it again
 * for this operation; meanwhile the first one was made under that lock. Where it has given it back; NULL:
 * that is not so. */
static const struct hd_wire_event *looked_before(const struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *end = event_of(b, &x->second), *unlock = x->first.event;
	hd_tid tid = x->second.event->tid;

	while (unlock > b->events && !(unlock->tid == tid && unlock->op.kind == HD_UNLOCK))
		unlock--;
	return unlock->tid == tid && unlock->op.kind == HD_UNLOCK &&
		       holds_lock_at(b, tid, unlock->op.addr, unlock) &&
		       holds_lock_at(b, tid, unlock->op.addr, end) &&
		       holds_lock_at(b, x->first.event->tid, unlock->op.addr, x->first.event)
		   ? unlock
		   : NULL;
}

static const char *remedy_of_order(const struct hd_build *b, const struct hd_order_pair *x)
{
	if (x->first.event->op.kind == HD_FREE)
		return HD_FREED_REMEDY;
	if (b->failure.outcome == HD_OUT_DEADLOCK && !is_access(&x->first))
		return NULL; /* who ought to wait is what is not known */
	return "let the first wait until the second is done: join its thread, or wait for a condition";
}

void hd_name_order(struct hd_build *b, const struct hd_order_pair *x)
{
	unsigned first = x->first.event->op.kind, second = x->second.event->op.kind;
	bool accesses = is_access(&x->first) && is_access(&x->second);
	const struct hd_wire_event *unlock = accesses ? looked_before(b, x) : NULL;

	if ((first == HD_SIGNAL || first == HD_BROADCAST) && second == HD_COND_WAIT)
		name_pattern(b, "a lost wakeup", 1, LOST_WAKEUP_REMEDY);
	else if (name_circle(b, takes(&x->first) && takes(&x->second), 1))
		return;
	else if (unlock)
		name_two_sections(b, unlock, 1);
	else if (accesses && hd_at_same_place(b, &x->first, &x->second))
		name_pattern(b, "an update that threads make at the same time", 1,
			     "make what that line does one step: the same lock around it in every thread, or "
			     "an atomic operation");
	else
		name_pattern(b, "an order violation", 1, remedy_of_order(b, x));
}
