/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/chess_step.h"

#include "strategy/systematic/sleep_set.h"
#include "strategy/yield.h"

#define MARKS 64 /* bits of hd_tree_node.marks */

/* The threads that could run, and the current one if it is not offered only because it yields, without those
 * that only go round a loop; of the first HD_SET_THREADS threads. */
static uint64_t who_can_run(const struct hd_chess *s, const struct hd_choice *c)
{
	uint64_t can = 0;

	for (unsigned i = 0; i < c->nready && c->ready[i] < HD_SET_THREADS; i++)
		can |= hd_thread_bit(c->ready[i]);
	if (!c->current_ready && c->current < HD_SET_THREADS && hd_never_blocks(&c->ops[c->current]))
		can |= hd_thread_bit(c->current);
	return can & ~s->round;
}

/* The thread that made the last step may sleep where it was chosen: see chess_step.h. */
static bool may_sleep(const struct hd_chess *s, const struct hd_choice *c)
{
	const struct hd_op *next = &c->ops[c->current];

	if (s->drew)
		return false;
	if (s->unbounded)
		return hd_is_local(&s->did);
	if (!hd_is_quiet(&s->did))
		return false;
	if (s->was_current)
		return true;
	return next->kind != HD_EXIT && (!c->current_ready || hd_gives_way(next));
}

static void mark_sleeper(struct hd_chess *s)
{
	struct hd_tree_node *n = &s->tree.path[s->mark_at];

	if (n->chosen < MARKS)
		n->marks |= 1ULL << n->chosen;
}

/* The current thread has made a step: what follows from it? */
static void settle_step(struct hd_chess *s, const struct hd_choice *c, uint64_t can)
{
	bool spins = !c->current_ready && hd_never_blocks(&c->ops[c->current]);
	bool yielded = (hd_event_flags[s->did.kind] & HD_F_YIELD) || spins;

	if (yielded && c->current >= HD_SET_THREADS)
		s->tree.gaps |= HD_GAP_BIT(THREADS);
	hd_fair_order_step(&s->fair, c->current, yielded, s->could, can);
	if (s->mark_at < HD_TREE_DEPTH && may_sleep(s, c))
		mark_sleeper(s);
	if (s->drew)
		s->sleep = 0;
	s->yields |= yielded || (hd_event_flags[c->ops[c->current].kind] & HD_F_YIELD);
}

void hd_chess_settle(struct hd_chess *s, const struct hd_choice *c)
{
	uint64_t can;

	if (!s->settled) {
		hd_round_watch_settle(&s->spin, c, &s->suspects);
		s->round = hd_round_watch_waiting(&s->spin);
	}
	can = who_can_run(s, c);
	if (!s->settled && c->current < HD_MAX_THREADS)
		settle_step(s, c, can);
	s->could = can;
	s->settled = true;
	s->drew = false;
	s->mark_at = HD_CHESS_NOWHERE;
}

static void wake_dependents(struct hd_chess *s, const struct hd_op *op, const struct hd_choice *c)
{
	for (uint64_t rest = s->sleep; rest; rest &= rest - 1) {
		unsigned t = (unsigned)__builtin_ctzll(rest);

		if (!hd_are_independent(&c->ops[t], op))
			s->sleep &= ~(1ULL << t);
	}
}

static void watch_rounds(struct hd_chess *s, hd_tid tid, const struct hd_op *op, const struct hd_facts *facts)
{
	static const struct hd_held_locks unknown = {0};
	bool gives = facts && facts->mutex && op->kind == HD_COND_WAIT;
	struct hd_footprint touched;

	hd_footprint_of(op, &unknown, gives ? facts->mutex(tid) : 0, &touched);
	hd_round_watch_step(&s->spin, tid, op, &touched, facts);
}

void hd_chess_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct hd_chess *s = state;
	bool leaving = c->current_ready && !hd_gives_way(&c->ops[c->current]);

	if (!s->settled)
		hd_chess_settle(s, c); /* pick() was not called for this step */
	if (hd_thread_bit(c->current) & (hd_fair_order_held(&s->fair, s->could) | s->round))
		leaving = false;
	s->used += s->delays ? s->cost : leaving && tid != c->current;
	s->cost = 0;
	s->was_current = leaving && tid == c->current;
	s->sleep &= ~hd_thread_bit(tid);
	wake_dependents(s, op, c);
	watch_rounds(s, tid, op, c->facts);
	s->did = *op;
	s->settled = false;
	hd_limits_see(&s->limits, op);
}
