/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_acts.h"

#include "report/build/cause_locks.h"
#include "report/build/take_record.h"

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
