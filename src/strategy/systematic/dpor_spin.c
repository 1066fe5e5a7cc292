/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/dpor_spin.h"

#include "strategy/yield.h"

#define YIELDS_MAX 16

void hd_dpor_footprint(const struct hd_dpor *s, const struct hd_op *op, const struct hd_facts *facts,
		       hd_tid t, bool made, struct hd_footprint *f)
{
	bool gives = facts && facts->mutex && op->kind == HD_COND_WAIT;

	hd_footprint_of(op, &s->threads[t].held, gives ? facts->mutex(t) : 0, f);
	if (facts && facts->missing && op->kind == HD_BARRIER)
		hd_footprint_arrive(f, facts->missing(t), made);
	if (!s->plain && (s->threads[t].rounds.awaited.n || s->threads[t].rounds.awaited.everything))
		hd_footprint_await(f, &s->threads[t].rounds.awaited);
}

void hd_dpor_note_step(struct hd_dpor *s, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	hd_dpor_footprint(s, &c->ops[tid], c->facts, tid, true, &s->touched);
	s->changes = c->facts && c->facts->changes ? c->facts->changes() : 0;
	s->last = tid;
	s->did = *op;
}

bool hd_dpor_has_changed(const struct hd_dpor *s, const struct hd_facts *facts)
{
	return !facts || !facts->changes || facts->changes() != s->changes;
}

uint64_t hd_dpor_going_round(const struct hd_dpor *s)
{
	uint64_t wait = 0;

	for (unsigned t = 0; t < s->nthreads; t++)
		if (s->threads[t].rounds.waits)
			wait |= hd_thread_bit(t);
	return wait;
}

void hd_dpor_see_rounds(struct hd_dpor *s, const struct hd_choice *c)
{
	bool changed, wakes;

	if (!c->facts || !c->facts->changes)
		return;
	changed = hd_dpor_has_changed(s, c->facts);
	/* A step that touches everything may matter to a thread without changing memory, as a cancellation
	 * does; a sleep does not. */
	wakes = changed || (s->touched.everything && !(hd_event_flags[s->did.kind] & HD_F_YIELD));
	for (unsigned t = 0; wakes && t < s->nthreads; t++)
		if (t != s->last)
			hd_rounds_overwritten(&s->threads[t].rounds, &s->touched);
	hd_rounds_made(&s->threads[s->last].rounds, &s->did, changed);
	if (s->last == c->current)
		hd_rounds_next(&s->threads[s->last].rounds, s->last, &c->ops[s->last], c->facts,
			       &s->suspects);
}

void hd_dpor_see_yield(struct hd_dpor *s, const struct hd_choice *c, uint64_t ready)
{
	bool asked = hd_event_flags[s->did.kind] & HD_F_YIELD;
	bool made = s->last == c->current && !c->current_ready && hd_never_blocks(&c->ops[s->last]);

	s->threads[s->last].yields += asked;
	s->yields |= made || s->did.kind == HD_SPIN || s->threads[s->last].yields > YIELDS_MAX;
	if (s->yields)
		hd_fair_order_step(&s->fair, s->last, asked || made, s->could, ready);
}
