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
	if (!s->plain && (s->spin.of[t].awaited.n || s->spin.of[t].awaited.everything))
		hd_footprint_await(f, &s->spin.of[t].awaited);
}

void hd_dpor_note_step(struct hd_dpor *s, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct hd_footprint touched;

	hd_dpor_footprint(s, &c->ops[tid], c->facts, tid, true, &touched);
	hd_round_watch_step(&s->spin, tid, op, &touched, c->facts);
}

void hd_dpor_see_yield(struct hd_dpor *s, const struct hd_choice *c, uint64_t ready)
{
	hd_tid last = s->spin.last;
	bool asked = hd_event_flags[s->spin.did.kind] & HD_F_YIELD;
	bool made = last == c->current && !c->current_ready && hd_never_blocks(&c->ops[last]);

	s->threads[last].yields += asked;
	s->yields |= made || s->spin.did.kind == HD_SPIN || s->threads[last].yields > YIELDS_MAX;
	if (s->yields)
		hd_fair_order_step(&s->fair, last, asked || made, s->could, ready);
}
