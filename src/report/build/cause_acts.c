/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_acts.h"

#include <stdlib.h>

#include "base/text.h"
#include "report/build/cause_locks.h"
#include "report/build/cause_words.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

/* The first write of thread `tid` after event `from` that it makes under the lock; NULL: there is none. */
static const struct hd_wire_event *acts_after(const struct hd_build *b, const struct hd_wire_event *from,
					      hd_tid tid, uint64_t lock)
{
	for (const struct hd_wire_event *e = from + 1; e < b->events + b->nevents; e++)
		if (e->tid == tid && hd_event_flags[e->op.kind] & HD_F_ACCESS &&
		    hd_event_flags[e->op.kind] & HD_F_WRITE && hd_holds_lock_at(b, tid, lock, e))
			return e;
	return NULL;
}

void hd_end_with_act(const struct hd_build *b, struct hd_between *x)
{
	const struct hd_wire_event *look = x->begin.event, *change = x->later.event, *lock, *act;
	hd_tid tid = look->tid;

	if (!x->end.decisive || x->later.decisive || hd_is_stuck(b) || !hd_only_reads(&x->begin) ||
	    !hd_writes(&x->later) || change < x->earlier.event)
		return;
	lock = hd_lock_around(b, look, look);
	if (!lock || !hd_holds_lock_at(b, change->tid, lock->op.addr, change))
		return;
	act = acts_after(b, change, tid, lock->op.addr);
	if (act)
		x->end = (struct hd_side){.event = act, .at = x->end.at};
}

/* The first read of this memory by the thread since it has taken the lock; NULL: it has not read it. */
static const struct hd_wire_event *look_since(const struct hd_wire_event *lock,
					      const struct hd_wire_event *store)
{
	for (const struct hd_wire_event *e = lock; e < store; e++)
		if (e->tid == store->tid && hd_only_reads(&(struct hd_side){.event = e}) &&
		    e->op.addr == store->op.addr)
			return e;
	return NULL;
}

/* Another thread changes, under the lock, what this one has looked at and given the lock back since. */
static bool is_stale(const struct hd_build *b, const struct hd_between *x, const struct hd_wire_event *lock)
{
	const struct hd_wire_event *change = x->earlier.event;

	return !x->earlier.decisive && hd_writes(&x->earlier) &&
	       hd_ops_overlap(&change->op, &x->begin.event->op) &&
	       hd_holds_lock_at(b, change->tid, lock->op.addr, change);
}

void hd_begin_with_look(struct hd_build *b, struct hd_between *x)
{
	const struct hd_wire_event *store = x->begin.event, *lock, *look;
	struct hd_side side;

	if (!hd_only_stores(&x->begin) || hd_is_stuck(b) || x->end.decisive)
		return;
	lock = hd_lock_around(b, store, store);
	if (!lock || !is_stale(b, x, lock) || hd_holds_lock_at(b, store->tid, lock->op.addr, x->end.event))
		return;
	look = look_since(lock, store);
	side = (struct hd_side){.event = look, .at = x->begin.at};
	if (look && !hd_at_same_place(b, &side, &x->begin))
		x->begin = side;
}

char *hd_remedy_of_late_act(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *look = x->begin.event, *lock = hd_lock_around(b, look, look), *unlock;
	struct hd_text text;
	char *name;

	if (!lock || hd_is_stuck(b) || x->end.decisive || !hd_only_reads(&x->begin) ||
	    !is_stale(b, x, lock) || hd_ops_overlap(&look->op, &x->end.event->op) ||
	    hd_event_flags[x->end.event->op.kind] & HD_F_ATOMIC ||
	    hd_holds_lock_at(b, look->tid, lock->op.addr, x->end.event))
		return NULL; /* to load a flag is another look */
	for (unlock = look; unlock < x->end.event; unlock++)
		if (unlock->tid == look->tid && unlock->op.kind == HD_UNLOCK &&
		    unlock->op.addr == lock->op.addr)
			break;
	name = hd_object_name(b, &lock->place, lock->op.addr, lock->op.size);
	hd_text_begin(&text);
	fputs("act on the look before ", text.f);
	hd_put_object(text.f, name ? name : "the lock");
	fputs(" is given back at ", text.f);
	hd_put_side_place(b, text.f, &(struct hd_side){.event = unlock});
	fputs("; or let the other thread wait until the act is over", text.f);
	free(name);
	return hd_text_end(&text);
}
