/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_remedies.h"

#include <stdlib.h>

#include "base/text.h"
#include "report/build/cause_locks.h"
#include "report/build/cause_words.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

#define OBJECT_MOST 256 /* bytes of an object that a pointer to its begin stands for */

static bool is_access(const struct hd_wire_event *e)
{
	return hd_event_flags[e->op.kind] & HD_F_ACCESS;
}

static bool writes(const struct hd_wire_event *e)
{
	return is_access(e) && hd_event_flags[e->op.kind] & HD_F_WRITE;
}

static void put_event_object(struct hd_build *b, FILE *f, const struct hd_wire_event *e, const char *else_it)
{
	char *object = hd_object_name(b, &e->place, e->op.addr, e->op.size);

	hd_put_object(f, object ? object : else_it);
	free(object);
}

static void put_event_place(struct hd_build *b, FILE *f, const struct hd_wire_event *e)
{
	hd_put_side_place(b, f, &(struct hd_side){.event = e});
}

/* ---- locks that keep nothing apart ---- */

static char *remedy_of_two_locks(struct hd_build *b, const struct hd_wire_event *one,
				 const struct hd_wire_event *other)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs("take the same lock in both: ", text.f);
	hd_put_thread(text.f, b->report, one->tid);
	fputs(" holds ", text.f);
	put_event_object(b, text.f, one, "one");
	fputs(", and ", text.f);
	hd_put_thread(text.f, b->report, other->tid);
	fputs(" holds ", text.f);
	put_event_object(b, text.f, other, "another one");
	return hd_text_end(&text);
}

/* The last time before `at` that the thread has tried to get this lock, if the other one had it then; NULL:
 * that is not so. */
static const struct hd_wire_event *tried_in_vain(const struct hd_build *b, const struct hd_wire_event *at,
						 const struct hd_wire_event *lock)
{
	for (const struct hd_wire_event *e = at; e-- > b->events;)
		if (e->tid == at->tid && e->op.addr == lock->op.addr)
			return e->op.kind == HD_TRYLOCK && hd_holds_lock_at(b, lock->tid, lock->op.addr, e)
				   ? e
				   : NULL;
	return NULL;
}

static char *remedy_of_try(struct hd_build *b, const struct hd_wire_event *tried)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs("do this only with the lock: ", text.f);
	hd_put_thread(text.f, b->report, tried->tid);
	fputs(" has not got ", text.f);
	put_event_object(b, text.f, tried, "it");
	fputs(" at ", text.f);
	put_event_place(b, text.f, tried);
	fputs(", and goes on", text.f);
	return hd_text_end(&text);
}

char *hd_remedy_of_locks(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *begin = x->begin.event, *end = hd_event_of(b, &x->end),
				   *in = x->earlier.event, *out = x->later.event, *one, *other, *tried;

	if (!is_access(begin) || !is_access(in) || x->later.decisive || x->earlier.decisive || in > out)
		return NULL;
	one = hd_lock_around(b, begin, end);
	other = hd_lock_around(b, out, out);
	if (one && other)
		return hd_holds_lock_at(b, out->tid, one->op.addr, out) ||
			       hd_holds_lock_at(b, begin->tid, other->op.addr, begin)
			   ? NULL
			   : remedy_of_two_locks(b, one, other);
	tried = one ? tried_in_vain(b, out, one) : other ? tried_in_vain(b, begin, other) : NULL;
	return tried ? remedy_of_try(b, tried) : NULL;
}

/* ---- an object that was given away ---- */

/* The thread of event `use` has stored a pointer to what it uses there, and has not read that again. NULL:
 * that is not so. */
static const struct hd_wire_event *given_before(const struct hd_build *b, const struct hd_wire_event *use)
{
	for (const struct hd_wire_event *e = use; e-- > b->events;) {
		bool kept = e->tid == use->tid && writes(e) && e->value_known &&
			    e->op.size == sizeof(void *) && use->op.addr - e->value < OBJECT_MOST &&
			    !hd_ops_overlap(&e->op, &use->op);

		for (const struct hd_wire_event *u = e + 1; kept && u < use; u++)
			kept = u->tid != e->tid || !is_access(u) || !hd_ops_overlap(&u->op, &e->op);
		if (kept)
			return e;
	}
	return NULL;
}

/* Thread `tid` has read that pointer under the lock under which it was stored; NULL: it has not. */
static const struct hd_wire_event *taken_after(const struct hd_build *b, const struct hd_wire_event *given,
					       const struct hd_wire_event *lock, hd_tid tid,
					       const struct hd_wire_event *until)
{
	for (const struct hd_wire_event *e = given + 1; e < until; e++)
		if (e->tid == tid && is_access(e) && !writes(e) && e->op.addr == given->op.addr &&
		    e->value_known && e->value == given->value && hd_holds_lock_at(b, tid, lock->op.addr, e))
			return e;
	return NULL;
}

char *hd_remedy_of_giving(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *use = hd_writes(&x->later) ? x->later.event : x->earlier.event, *given,
				   *lock;
	struct hd_text text;

	if (x->earlier.decisive || x->later.decisive || !is_access(use))
		return NULL;
	given = given_before(b, use);
	lock = given ? hd_lock_around(b, given, given) : NULL;
	if (!lock || hd_holds_lock_at(b, use->tid, lock->op.addr, use) ||
	    !taken_after(b, given, lock, (hd_tid)x->begin.event->tid, use))
		return NULL;
	hd_text_begin(&text);
	hd_put_thread(text.f, b->report, use->tid);
	fputs(" must not use the object any more when it has given it away at ", text.f);
	put_event_place(b, text.f, given);
	return hd_text_end(&text);
}

/* ---- a pointer that is kept when its lock was given back ---- */

char *hd_remedy_of_keeping(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *begin = x->begin.event, *end = x->end.event, *lock;
	uint64_t block = end->op.addr - end->place.offset;
	struct hd_text text;

	if (x->end.decisive || x->later.decisive || !is_access(end) || !hd_only_reads(&x->begin) ||
	    !begin->value_known || begin->op.size != sizeof(void *) || end->place.kind != HD_PLACE_HEAP ||
	    begin->value - block >= end->place.size)
		return NULL;
	lock = hd_lock_around(b, begin, begin);
	if (!lock || hd_holds_lock_at(b, end->tid, lock->op.addr, end) ||
	    !hd_holds_lock_at(b, x->later.event->tid, lock->op.addr, x->later.event))
		return NULL;
	hd_text_begin(&text);
	fputs("keep ", text.f);
	put_event_object(b, text.f, lock, "the lock");
	fputs(" as long as what ", text.f);
	put_event_object(b, text.f, begin, "the pointer");
	fputs(" points to is used, or hand out a copy that is made under it", text.f);
	return hd_text_end(&text);
}

/* ---- a thread that is started too early ---- */

char *hd_remedy_of_start(struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *second = x->second.event, *first = x->first.event;
	struct hd_text text;

	if (x->second.decisive || !is_access(first) || !writes(second) ||
	    (hd_event_flags[first->op.kind] & hd_event_flags[second->op.kind] & HD_F_ATOMIC) ||
	    hd_under_one_lock(b, x))
		return NULL;
	for (const struct hd_wire_event *e = b->events; e < second; e++) {
		if (e->op.kind != HD_CREATE || e->tid != second->tid || e->aux != first->tid)
			continue;
		if (hd_at_same_place(b, &(struct hd_side){.event = e}, &x->second))
			return NULL; /* what the call itself writes */
		hd_text_begin(&text);
		fputs("start ", text.f);
		hd_put_thread(text.f, b->report, first->tid);
		fputs(", as is done at ", text.f);
		put_event_place(b, text.f, e);
		fputs(", only when all that it uses is complete", text.f);
		return hd_text_end(&text);
	}
	return NULL;
}

/* ---- a thread that stops too early ---- */

/* The thread writes something and wakes another one, both before this event of it. */
static bool has_given_work(const struct hd_build *b, const struct hd_wire_event *at, uint64_t lock)
{
	bool wakes = false;

	for (const struct hd_wire_event *e = at; e-- > b->events;) {
		if (e->tid != at->tid)
			continue;
		wakes |= e->op.kind == HD_SIGNAL || e->op.kind == HD_BROADCAST || e->op.kind == HD_SEM_POST;
		if (wakes && writes(e) && !hd_ops_overlap(&e->op, &at->op) &&
		    hd_holds_lock_at(b, e->tid, lock, e))
			return true;
	}
	return false;
}

static bool does_more_after(const struct hd_build *b, const struct hd_wire_event *at)
{
	for (const struct hd_wire_event *e = at + 1; e < b->events + b->nevents; e++)
		if (e->tid == at->tid && e->op.kind != HD_FREE &&
		    (is_access(e) || hd_takes_lock(e) || e->op.kind == HD_COND_WAIT))
			return true;
	return false;
}

char *hd_remedy_of_stop(struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *told = x->first.event, *seen = x->second.event, *lock;
	struct hd_text text;

	if (hd_is_stuck(b) || x->second.decisive || !writes(told) || !is_access(seen) || writes(seen) ||
	    does_more_after(b, seen))
		return NULL;
	lock = hd_lock_around(b, told, told);
	if (!lock || !hd_holds_lock_at(b, seen->tid, lock->op.addr, seen) ||
	    !has_given_work(b, told, lock->op.addr))
		return NULL;
	hd_text_begin(&text);
	fputs("let ", text.f);
	hd_put_thread(text.f, b->report, seen->tid);
	fputs(" first do all that is left, and end by ", text.f);
	put_event_object(b, text.f, told, "it");
	fputs(" only when there is nothing more to do", text.f);
	return hd_text_end(&text);
}

/* ---- a condition that is over too soon ---- */

bool hd_is_overrun(const struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *change = x->first.event, *look = x->second.event, *relock = look,
				   *last = b->events + b->nevents, *wait;
	hd_tid tid = look->tid;

	if (x->second.decisive || !writes(change) || !is_access(look) || writes(look))
		return false;
	while (relock > b->events && !((--relock)->tid == tid && !is_access(relock)))
		;
	while (last > look && (--last)->tid != tid)
		;
	if (relock->op.kind != HD_RELOCK || relock->note || last->op.kind != HD_COND_WAIT)
		return false;
	for (wait = relock; wait > b->events && wait->op.kind != HD_COND_WAIT;)
		do
			wait--;
		while (wait > b->events && wait->tid != tid);
	for (const struct hd_wire_event *e = wait; e < change; e++)
		if ((e->op.kind == HD_SIGNAL || e->op.kind == HD_BROADCAST) && e->op.addr == wait->op.addr)
			return true;
	return false;
}
