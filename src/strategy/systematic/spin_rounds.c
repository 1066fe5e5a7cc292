/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/spin_rounds.h"

#include <string.h>

/* Operations that may leave everything as it was. Whether they did is known afterwards. */
static bool may_be_in_round(const struct hd_op *op)
{
	switch ((enum hd_event_kind)op->kind) {
	case HD_READ:
	case HD_ATOMIC_LOAD:
	case HD_ATOMIC_RMW: /* a compare-exchange that fails, or an exchange for what was there */
	case HD_TRYLOCK:
	case HD_FENCE:
	case HD_YIELD:
	case HD_SLEEP:
		return true;
	default:
		return false;
	}
}

void hd_rounds_made(struct hd_rounds *r, const struct hd_op *did, bool changed)
{
	r->waits = false;
	r->awaited.n = 0;
	r->awaited.everything = false;
	if (changed || !may_be_in_round(did)) {
		r->n = 0;
		return;
	}
	if (r->n == HD_ROUND_MAX)
		memmove(r->steps, r->steps + 1, sizeof(r->steps[0]) * --r->n);
	r->steps[r->n++] = (struct hd_round_step){did->addr, r->state, did->site, did->size, did->kind};
}

void hd_rounds_overwritten(struct hd_rounds *r, const struct hd_footprint *by)
{
	struct hd_footprint read = {0};

	for (unsigned i = 0; i < r->n; i++) {
		read.n = 0;
		hd_footprint_read(&read, r->steps[i].addr, r->steps[i].size);
		if (r->steps[i].addr && hd_are_dependent(&read, by)) {
			r->n = 0;
			r->waits = false;
		}
	}
}

/* The thread is where it was before step `from` of its round, and waits for a write to what it read since. */
static void await_write(struct hd_rounds *r, unsigned from)
{
	r->waits = true;
	for (unsigned i = from; i < r->n; i++)
		if (r->steps[i].addr)
			hd_footprint_read(&r->awaited, r->steps[i].addr, r->steps[i].size);
}

static bool is_same_operation(const struct hd_round_step *step, const struct hd_op *op)
{
	return step->site == op->site && step->addr == op->addr && step->kind == op->kind;
}

static bool has_been_at(const struct hd_rounds *r, const struct hd_op *op)
{
	for (unsigned i = 0; i < r->n; i++)
		if (is_same_operation(&r->steps[i], op))
			return true;
	return false;
}

void hd_rounds_next(struct hd_rounds *r, hd_tid t, const struct hd_op *next, const struct hd_facts *facts,
		    struct hd_suspects *suspects)
{
	r->state = 0;
	if (!may_be_in_round(next))
		return;
	if (has_been_at(r, next))
		hd_suspects_add(suspects, next->site);
	if (!hd_suspects_have(suspects, next->site))
		return;
	r->state = facts->state(t);
	for (unsigned i = r->n; r->state && i-- > 0;)
		if (is_same_operation(&r->steps[i], next) && r->steps[i].state == r->state) {
			await_write(r, i);
			break;
		}
}
