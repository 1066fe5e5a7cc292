/* SPDX-License-Identifier: Apache-2.0
 *
 * POS: Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018. Every pending operation has a
 * random priority and the highest one goes; then the pending operations that conflict with it, and the
 * thread's own next one, are drawn anew. So the orders of operations that do not conflict cost no luck: the
 * walk is over partial orders instead of interleavings.
 *
 * As in the paper only operations that may be performed are drawn anew: one that waits for a lock lost that
 * race, and was drawn anew, when the lock was taken.
 *
 * We differ: the pending operation of a thread that yields or spins becomes the lowest of all, until one that
 * conflicts with it, or its own turn, has it drawn anew. Otherwise the thread that many others wait for would
 * go on only when all of them happened to draw less than it has. */
#include "strategy/random/highest.h"
#include "strategy/strategy.h"
#include "strategy/yield.h"

#define DRAWN (1u << 31) /* priorities that were drawn are above those of threads that yielded */

struct pos {
	uint32_t lowest;		   /* the next yielding thread gets one less */
	uint32_t priority[HD_MAX_THREADS]; /* of the pending operation of each thread born in this run */
};

static uint32_t pos_draw(struct hd_rng *rng)
{
	return (uint32_t)(hd_rng_next(rng) >> 33) | DRAWN;
}

static bool pos_begin(void *state, const struct hd_run_info *run)
{
	struct pos *s = state;

	(void)run;
	s->lowest = DRAWN;
	return true;
}

static hd_tid pos_pick(void *state, const struct hd_choice *c)
{
	const struct pos *s = state;

	return hd_highest(s->priority, c);
}

static void pos_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct pos *s = state;
	hd_tid yielding = hd_yielding(tid, op, c);

	s->priority[tid] = pos_draw(c->rng);
	if (__builtin_expect(yielding != HD_NO_TID, 0))
		s->priority[yielding] = s->lowest ? --s->lowest : 0;
	if (!op->addr)
		return;
	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid other = c->ready[i];

		if (other != tid && hd_ops_conflict(op, &c->ops[other]))
			s->priority[other] = pos_draw(c->rng);
	}
}

static void pos_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct pos *s = state;

	(void)parent;
	s->priority[child] = pos_draw(rng);
}

const struct hd_strategy_ops hd_strategy_pos = {
    .name = "pos",
    .help = "random priorities of operations, new ones where operations conflict",
    .size = sizeof(struct pos),
    .begin = pos_begin,
    .pick = pos_pick,
    .value = hd_value_uniform,
    .saw = pos_saw,
    .born = pos_born,
};
