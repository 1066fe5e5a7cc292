/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_locks.h"

const struct hd_wire_event *hd_event_of(const struct hd_build *b, const struct hd_side *s)
{
	return s->decisive ? b->events + b->nevents : s->event;
}

bool hd_takes_lock(const struct hd_wire_event *e)
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

bool hd_holds_lock_at(const struct hd_build *b, hd_tid tid, uint64_t addr, const struct hd_wire_event *at)
{
	for (const struct hd_wire_event *e = at; e-- > b->events;)
		if (e->tid == tid && e->op.addr == addr && (hd_takes_lock(e) || e->op.kind == HD_UNLOCK))
			return hd_takes_lock(e);
	return false;
}

const struct hd_wire_event *hd_gives_lock_back(const struct hd_build *b, const struct hd_wire_event *begin,
					       const struct hd_wire_event *end)
{
	for (const struct hd_wire_event *e = begin; e < end; e++)
		if (e->tid == begin->tid && e->op.kind == HD_UNLOCK &&
		    hd_holds_lock_at(b, e->tid, e->op.addr, begin) &&
		    hd_holds_lock_at(b, e->tid, e->op.addr, end))
			return e;
	return NULL;
}

bool hd_under_one_lock(const struct hd_build *b, const struct hd_order_pair *x)
{
	for (const struct hd_wire_event *e = x->first.event; e-- > b->events;)
		if (e->tid == x->first.event->tid && hd_takes_lock(e) &&
		    hd_holds_lock_at(b, e->tid, e->op.addr, x->first.event) &&
		    hd_holds_lock_at(b, x->second.event->tid, e->op.addr, hd_event_of(b, &x->second)))
			return true;
	return false;
}

const struct hd_wire_event *hd_lock_around(const struct hd_build *b, const struct hd_wire_event *from,
					   const struct hd_wire_event *to)
{
	for (const struct hd_wire_event *e = from; e-- > b->events;) {
		bool kept = e->tid == from->tid && hd_takes_lock(e);

		for (const struct hd_wire_event *u = e + 1; kept && u < to; u++)
			kept = u->tid != e->tid || u->op.addr != e->op.addr ||
			       (u->op.kind != HD_UNLOCK && u->op.kind != HD_COND_WAIT);
		if (kept)
			return e;
	}
	return NULL;
}
