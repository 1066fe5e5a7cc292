/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/round_watch.h"

#include <string.h>

void hd_round_watch_born(struct hd_round_watch *w, hd_tid child)
{
	memset(&w->of[child], 0, sizeof(w->of[child]));
	if (w->nthreads <= child)
		w->nthreads = child + 1u;
}

void hd_round_watch_step(struct hd_round_watch *w, hd_tid tid, const struct hd_op *op,
			 const struct hd_footprint *touched, const struct hd_facts *facts)
{
	if (tid >= HD_SET_THREADS) {
		memset(w->of, 0, sizeof(w->of[0]) * w->nthreads);
		w->last = HD_NO_TID;
		return;
	}
	w->changes = facts && facts->changes ? facts->changes() : 0;
	w->last = tid;
	w->did = *op;
	w->touched = *touched;
}

bool hd_round_watch_changed(const struct hd_round_watch *w, const struct hd_facts *facts)
{
	return !facts || !facts->changes || facts->changes() != w->changes;
}

uint64_t hd_round_watch_waiting(const struct hd_round_watch *w)
{
	uint64_t wait = 0;

	for (unsigned t = 0; t < w->nthreads; t++)
		if (w->of[t].waits)
			wait |= hd_thread_bit(t);
	return wait;
}

void hd_round_watch_settle(struct hd_round_watch *w, const struct hd_choice *c, struct hd_suspects *suspects)
{
	bool changed, wakes;

	if (w->last >= HD_SET_THREADS || !c->facts || !c->facts->changes)
		return;
	changed = hd_round_watch_changed(w, c->facts);
	/* A step that touches everything may matter to a thread without changing memory, as a cancellation
	 * does; a sleep does not. */
	wakes = changed || (w->touched.everything && !(hd_event_flags[w->did.kind] & HD_F_YIELD));
	for (unsigned t = 0; wakes && t < w->nthreads; t++)
		if (t != w->last)
			hd_rounds_overwritten(&w->of[t], &w->touched);
	hd_rounds_made(&w->of[w->last], &w->did, changed);
	if (w->last == c->current)
		hd_rounds_next(&w->of[w->last], w->last, &c->ops[w->last], c->facts, suspects);
}
