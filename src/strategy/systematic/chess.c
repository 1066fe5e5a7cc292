/* SPDX-License-Identifier: Apache-2.0
 *
 * CHESS: M. Musuvathi, S. Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded
 * Programs", PLDI 2007, and "Fair Stateless Model Checking", PLDI 2008. Depth first, all schedules without
 * preemptions, then all with at most one, and so on up to the bound (depth - 1; 2 by default). A preemption
 * is a switch away from a thread that could go on; it is none when the thread yields, sleeps, is in a wait
 * that ends by itself, or is about to end the program. Data choices are branches that cost nothing.
 *
 * When scheduling points are added because more sites are known to be shared, all begins again: only a search
 * in which nothing was learnt has shown everything.
 *
 * `delay-bound` is the same search with another bound: M. Emmi, S. Qadeer, Z. Rakamaric, "Delay-Bounded
 * Scheduling", POPL 2011. A deterministic scheduler lets the current thread go on until it cannot, and then
 * the next one in the order of creation, round and round; a delay makes it pass over the thread that it would
 * choose. So at each decision the threads stand in one order, and the i-th of them costs i delays.
 *
 * The pass for a bound b makes again the runs with fewer than b preemptions or delays, which the passes
 * before have made: those with b are so many more that it costs little, and to know where a new run branches
 * off would take a memory of all earlier ones. Such runs are counted.
 *
 * Sleep sets leave out what differs from another schedule only in the order of independent steps;
 * chess_step.h says when that is right under a bound. */
#include "strategy/systematic/chess_seat.h"
#include "strategy/systematic/chess_state.h"
#include "strategy/systematic/chess_step.h"
#include "strategy/yield.h"

static bool chess_begin(void *state, const struct hd_run_info *run)
{
	struct hd_chess *s = state;

	(void)run;
	hd_seat_run_begins(&s->seat);
	hd_tree_run_begin(&s->tree);
	hd_fair_order_begin(&s->fair);
	hd_round_watch_begin(&s->spin);
	s->redundant = s->drew = s->was_current = false;
	s->settled = true; /* there is no last step */
	s->used = s->cost = 0;
	s->sleep = s->could = s->round = 0;
	s->mark_at = HD_CHESS_NOWHERE;
	return true;
}

static void chess_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct hd_chess *s = state;

	(void)parent;
	(void)rng;
	if (child < HD_SET_THREADS)
		hd_round_watch_born(&s->spin, child);
}

/* ---- one decision ---- */

/* The threads other than the current one, from the next one on in the order of creation: those that are about
 * to end the program, or the rest. */
static void list_others(const struct hd_choice *c, uint64_t out, bool ending, struct hd_chess_options *o)
{
	unsigned first = 0;

	while (first < c->nready && c->current != HD_NO_TID && c->ready[first] <= c->current)
		first++;
	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[(first + i) % c->nready];

		if (t != c->current && !(hd_thread_bit(t) & out) && (c->ops[t].kind == HD_END) == ending)
			o->tids[o->n++] = t;
	}
}

/* In the order in which they are tried: the current thread first, unless leaving it is free; then the others.
 * The end of the program comes last: before, all threads show what they do. */
static void list_options(const struct hd_chess *s, const struct hd_choice *c, struct hd_chess_options *o)
{
	uint64_t out = hd_fair_order_held(&s->fair, s->could) | s->round;
	bool current = c->current_ready && !(hd_thread_bit(c->current) & out);

	o->n = 0;
	o->staying_is_free = current && !hd_gives_way(&c->ops[c->current]);
	if (o->staying_is_free)
		o->tids[o->n++] = c->current;
	list_others(c, out, false, o);
	if (current && !o->staying_is_free && c->ops[c->current].kind != HD_END)
		o->tids[o->n++] = c->current;
	list_others(c, out, true, o);
	if (current && c->ops[c->current].kind == HD_END)
		o->tids[o->n++] = c->current;
}

static void drop_sleepers(const struct hd_chess *s, struct hd_chess_options *o)
{
	unsigned n = 0;

	for (unsigned i = 0; i < o->n; i++)
		if (!(hd_thread_bit(o->tids[i]) & s->sleep))
			o->tids[n++] = o->tids[i];
	o->n = n;
}

static uint32_t look_of(const struct hd_choice *c, const struct hd_chess_options *o)
{
	uint64_t h = c->current;

	for (unsigned i = 0; i < o->n; i++) {
		const struct hd_op *op = &c->ops[o->tids[i]];

		h = hd_mix64(h ^ ((uint64_t)o->tids[i] << 48) ^ ((uint64_t)op->kind << 32) ^ op->site);
	}
	return (uint32_t)h;
}

/* The threads that were tried at this choice before and may sleep. */
static uint64_t sleepers(const struct hd_tree_node *n, const struct hd_chess_options *o)
{
	uint64_t all = 0;

	for (uint64_t rest = n->marks; rest; rest &= rest - 1) {
		unsigned i = (unsigned)__builtin_ctzll(rest);

		if (i < n->chosen && i < o->n)
			all |= hd_thread_bit(o->tids[i]);
	}
	return all;
}

static hd_tid chess_choose(struct hd_chess *s, const struct hd_choice *c, const struct hd_chess_options *o)
{
	struct hd_tree_node *node;
	unsigned i = hd_tree_choose(&s->tree, o->n, look_of(c, o), &node);

	s->cost = i;
	if (node) {
		s->mark_at = s->tree.at - 1;
		if (!s->plain)
			s->sleep |= sleepers(node, o);
	}
	return o->tids[i < o->n ? i : 0];
}

/* What the bound still allows. */
static unsigned affordable(const struct hd_chess *s, const struct hd_chess_options *o)
{
	uint32_t left = s->used < s->bound ? s->bound - s->used : 0;

	if (!s->delays)
		return o->staying_is_free && !left ? 1 : o->n;
	return left < o->n ? left + 1 : o->n;
}

/* Leave out what the bound does not allow. */
static void cut_options(struct hd_chess *s, struct hd_chess_options *o)
{
	unsigned n = affordable(s, o);

	s->denied |= n < o->n;
	o->n = n < o->n ? n : o->n;
}

static hd_tid chess_pick(void *state, const struct hd_choice *c)
{
	struct hd_chess *s = state;
	struct hd_chess_options *o = &s->options;
	hd_tid first;

	hd_chess_settle(s, c);
	if (c->nready == 1 && s->plain)
		return c->ready[0];
	list_options(s, c, o);
	/* All threads that could run go round loops. That is how the run stays, unless the scheduler finds a
	 * way out, such as time that passes. */
	if (!o->n)
		return hd_next_in_turn(c);
	first = o->tids[0];
	if (s->redundant)
		return first;
	cut_options(s, o);
	drop_sleepers(s, o);
	if (!o->n) {
		s->redundant = true;
		return first;
	}
	return o->n > 1 ? chess_choose(s, c, o) : o->tids[0];
}

static uint64_t chess_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct hd_chess *s = state;
	struct hd_tree_node *node;

	s->drew = true;
	if (bound > UINT16_MAX) {
		s->tree.gaps |= HD_GAP_BIT(VALUES);
		return hd_value_uniform(state, rng, bound);
	}
	return s->redundant || bound < 2 ? 0 : hd_tree_choose(&s->tree, (unsigned)bound, 0, &node);
}

static void chess_end(void *state, const struct hd_run_info *run)
{
	struct hd_chess *s = state;
	bool carried_out = run->outcome != HD_OUT_GROW && run->outcome != HD_OUT_STOPPED;

	hd_seat_run_ends(&s->seat, carried_out);
	s->runs += carried_out;
	s->repeated += carried_out && !s->unbounded && s->used < s->bound;
}

static void chess_proof(const void *state, struct hd_proof *p)
{
	const struct hd_chess *s = state;

	p->tried = s->done;
	p->all = s->all;
	p->limits = s->limits.met | (s->yields ? HD_LIMIT_BIT(YIELD) : 0);
	p->gaps = s->tree.gaps;
	p->runs = s->runs;
	p->repeated = s->repeated;
	p->explored = s->all ? 1 : hd_tree_explored(&s->tree);
}

static uint64_t chess_decided(const void *state)
{
	return 1ULL + ((const struct hd_chess *)state)->tree.at;
}

static uint64_t chess_keeps(const void *state)
{
	return ((const struct hd_chess *)state)->tree.kept;
}

/* The two differ in what a decision costs, which claim() sets. */
#define BOUNDED_SEARCH                                                                                       \
	.systematic = true, .sees_spinning = true, .size = sizeof(struct hd_chess), .park = hd_chess_park,   \
	.begin = chess_begin, .born = chess_born, .pick = chess_pick, .value = chess_value,                  \
	.saw = hd_chess_saw, .end = chess_end, .proof = chess_proof,                                         \
	.of_run = {HD_STATE_PART(struct hd_chess, settled, tree.depth)}, .decided = chess_decided,           \
	.keeps = chess_keeps

const struct hd_strategy_ops hd_strategy_chess = {
    BOUNDED_SEARCH,
    .name = "chess",
    .other_name = "preemption-bound",
    .help = "every schedule with at most depth - 1 preemptions (--bound), one after the other",
    .bounds = "preemption",
    .claim = hd_chess_claim,
};

const struct hd_strategy_ops hd_strategy_delay_bound = {
    BOUNDED_SEARCH,
    .name = "delay-bound",
    .help = "every schedule with at most depth - 1 delays (--bound) of a scheduler without preemptions",
    .bounds = "delay",
    .claim = hd_delay_claim,
};
