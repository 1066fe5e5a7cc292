/* SPDX-License-Identifier: Apache-2.0
 *
 * CHESS: M. Musuvathi, S. Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded
 * Programs", PLDI 2007, and "Fair Stateless Model Checking", PLDI 2008. Depth first, all schedules without
 * preemptions, then all with at most one, and so on up to the bound (depth - 1; 2 by default). A preemption
 * is a switch away from a thread that could go on; it is none when the thread yields, sleeps, or is in a wait
 * that ends by itself. Data choices are branches that cost nothing.
 *
 * When scheduling points are added because more sites are known to be shared, all begins again: only a search
 * in which nothing was learnt has shown everything.
 *
 * Sleep sets (P. Godefroid) leave out what differs from another schedule only in the order of independent
 * steps. Under a bound that is right only if the other schedule has no more preemptions. Let thread t, about
 * to do a, have been tried where current thread c had stopped, and let it sleep while others do w, all
 * independent of a, and then go, with u to follow: instead of w a u there is a w u, which comes earlier in
 * the search. Its switches cost [c -> t] + [t -> w] more, and [c -> w] less; the switch from the last of w to
 * t or to u costs the same or less, as long as a makes nobody able to run. So t may sleep if
 *
 *   - t is c, and could go on: a w u saves the preemption of c, which pays for [t -> w]; or
 *   - t could not go on after a, which makes [t -> w] free, and c was not preempted only for t.
 *
 * The end of t makes one thread able to run, its joiner, which costs one preemption more at most: in the
 * first case it is paid for, because [t -> w] is free. Among the schedules within the bound that are
 * equivalent, the one that comes first in the search is therefore never left out. Without a bound
 * (HD_DEPTH_ALL) there is one pass, and every thread may sleep whose step touches one object only. With
 * yields, with freed memory handed out again, and with spurious wakeups steps depend on each other in more
 * ways than that: no sleep sets then. */
#include "strategy/fair_order.h"
#include "strategy/sleep_set.h"
#include "strategy/strategy.h"
#include "strategy/tree.h"
#include "strategy/yield.h"

#define DEFAULT_BOUND 2
#define MARKS	      64 /* bits of hd_tree_node.marks */
#define NOWHERE	      UINT32_MAX

struct options {
	hd_tid tids[HD_MAX_THREADS];
	unsigned n;
	bool staying_is_free; /* and leaving costs a preemption */
};

struct chess {
	bool started;	  /* a search is under way                                                    */
	bool again;	  /* the last run was not carried out to its end: once more                    */
	bool denied;	  /* something was left out in this pass only because of the bound             */
	bool yields;	  /* somebody yields in this program                                          */
	uint32_t limits;  /* HD_LIMIT_BIT                                                              */
	bool reuses;	  /* freed memory is handed out again in this search                          */
	bool spurious;	  /* wakeups may be spurious in this search                                   */
	bool unbounded;	  /* as many preemptions as there are, in one pass                             */
	bool plain;	  /* no sleep sets in this search                                              */
	uint32_t bound;	  /* of this pass                                                              */
	uint32_t done;	  /* passes of this search that are complete: bounds 0 … done-1                */
	uint64_t points;  /* scheduling points known when the search began                            */
	bool all;	  /* no bound has left anything out                                            */
	bool settled;	  /* of this run: what follows from the last step has been worked out          */
	bool redundant;	  /* … it differs from another one in the order of independent steps only      */
	bool drew;	  /* … the last step had a data choice                                         */
	bool was_current; /* … the thread that made the last step had stopped there and could go on    */
	struct hd_op did; /* … by the last step                                                        */
	uint32_t used;	  /* … preemptions                                                             */
	uint32_t mark_at; /* … where in the path the last step was chosen, NOWHERE: it had to be       */
	uint64_t sleep;	  /* … threads that were tried before, and since when nothing touched theirs    */
	uint64_t could;	  /* … threads that could run before the last step                              */
	struct options options; /* of one decision */
	struct hd_fair_order fair;
	struct hd_tree tree;
};

/* ---- passes ---- */

static void start_pass(struct chess *s, uint32_t bound)
{
	hd_tree_clear(&s->tree);
	s->bound = bound;
	s->denied = false;
}

static void start_search(struct chess *s, const struct hd_run_info *run)
{
	s->started = true;
	s->done = 0;
	s->all = false;
	s->points = run->points;
	s->reuses = run->plan->heap == HD_HEAP_REUSE;
	s->spurious = run->plan->spurious;
	s->plain = s->yields || s->reuses || s->spurious;
	s->unbounded = run->plan->depth == HD_DEPTH_ALL;
	start_pass(s, s->unbounded ? UINT32_MAX : 0);
}

static bool is_stale(const struct chess *s, const struct hd_run_info *run)
{
	return !s->started || s->points != run->points || (s->yields && !s->plain);
}

/* All schedules within the bound are done. False: so is the search. */
static bool next_pass(struct chess *s, uint32_t limit)
{
	s->all = !s->denied;
	s->done = s->unbounded ? 1 : s->bound + 1;
	if (s->all || s->bound >= limit) {
		s->started = false; /* should anybody ask again, it begins again */
		return false;
	}
	start_pass(s, s->bound + 1);
	return true;
}

static void start_run(struct chess *s)
{
	hd_tree_run_begin(&s->tree);
	hd_fair_order_begin(&s->fair);
	s->again = s->redundant = s->drew = s->was_current = false;
	s->settled = true; /* there is no last step */
	s->used = 0;
	s->sleep = s->could = 0;
	s->mark_at = NOWHERE;
}

static bool begin(void *state, const struct hd_run_info *run)
{
	struct chess *s = state;
	uint32_t limit = run->plan->depth ? run->plan->depth - 1 : DEFAULT_BOUND;
	bool more = true;

	if (is_stale(s, run))
		start_search(s, run);
	else if (!s->again && !hd_tree_next(&s->tree))
		more = next_pass(s, limit);
	start_run(s);
	return more;
}

/* ---- one decision ---- */

/* Leaving a thread there is no preemption, though it may go on. */
static bool gives_way(const struct hd_op *op)
{
	return op->timed || (hd_event_flags[op->kind] & HD_F_YIELD);
}

/* Everybody who could run, also who is not offered because he yields; of the first threads. */
static uint64_t who_can_run(const struct hd_choice *c)
{
	uint64_t can = 0;

	for (unsigned i = 0; i < c->nready && c->ready[i] < HD_FAIR_THREADS; i++)
		can |= hd_fair_bit(c->ready[i]);
	if (!c->current_ready && c->current < HD_FAIR_THREADS && hd_never_blocks(&c->ops[c->current]))
		can |= hd_fair_bit(c->current);
	return can;
}

/* The thread that made the last step may sleep where it was chosen: see above. */
static bool may_sleep(const struct chess *s, const struct hd_choice *c)
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
	return next->kind != HD_EXIT && (!c->current_ready || gives_way(next));
}

static void mark_sleeper(struct chess *s)
{
	struct hd_tree_node *n = &s->tree.path[s->mark_at];

	if (n->chosen < MARKS)
		n->marks |= 1ULL << n->chosen;
}

/* The current thread has made a step: what follows from it? */
static void settle_step(struct chess *s, const struct hd_choice *c, uint64_t can)
{
	bool spins = !c->current_ready && hd_never_blocks(&c->ops[c->current]);
	bool yielded = (hd_event_flags[s->did.kind] & HD_F_YIELD) || spins;

	if (yielded && c->current >= HD_FAIR_THREADS)
		s->tree.gaps |= HD_GAP_BIT(THREADS);
	hd_fair_order_step(&s->fair, c->current, yielded, s->could, can);
	if (s->mark_at < HD_TREE_DEPTH && may_sleep(s, c))
		mark_sleeper(s);
	if (s->drew)
		s->sleep = 0;
	s->yields |= yielded || (hd_event_flags[c->ops[c->current].kind] & HD_F_YIELD);
}

static void settle(struct chess *s, const struct hd_choice *c)
{
	uint64_t can = who_can_run(c);

	if (!s->settled && c->current < HD_MAX_THREADS)
		settle_step(s, c, can);
	s->could = can;
	s->settled = true;
	s->drew = false;
	s->mark_at = NOWHERE;
}

/* In the order in which they are tried: the current thread first, unless leaving it is free; then from the
 * next one on in the order of creation. */
static void list_options(const struct chess *s, const struct hd_choice *c, struct options *o)
{
	uint64_t out = hd_fair_order_held(&s->fair, s->could);
	bool current = c->current_ready && !(hd_fair_bit(c->current) & out);
	unsigned first = 0;

	o->n = 0;
	o->staying_is_free = current && !gives_way(&c->ops[c->current]);
	if (o->staying_is_free)
		o->tids[o->n++] = c->current;
	while (first < c->nready && c->current != HD_NO_TID && c->ready[first] <= c->current)
		first++;
	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[(first + i) % c->nready];

		if (t != c->current && !(hd_fair_bit(t) & out))
			o->tids[o->n++] = t;
	}
	if (current && !o->staying_is_free)
		o->tids[o->n++] = c->current;
}

static void drop_sleepers(const struct chess *s, struct options *o)
{
	unsigned n = 0;

	for (unsigned i = 0; i < o->n; i++)
		if (!(hd_fair_bit(o->tids[i]) & s->sleep))
			o->tids[n++] = o->tids[i];
	o->n = n;
}

static uint32_t look_of(const struct hd_choice *c, const struct options *o)
{
	uint64_t h = c->current;

	for (unsigned i = 0; i < o->n; i++) {
		const struct hd_op *op = &c->ops[o->tids[i]];

		h = hd_mix64(h ^ ((uint64_t)o->tids[i] << 48) ^ ((uint64_t)op->kind << 32) ^ op->site);
	}
	return (uint32_t)h;
}

/* Those that were tried here before and may sleep. */
static uint64_t sleepers(const struct hd_tree_node *n, const struct options *o)
{
	uint64_t all = 0;

	for (uint64_t rest = n->marks; rest; rest &= rest - 1) {
		unsigned i = (unsigned)__builtin_ctzll(rest);

		if (i < n->chosen && i < o->n)
			all |= hd_fair_bit(o->tids[i]);
	}
	return all;
}

static hd_tid choose(struct chess *s, const struct hd_choice *c, const struct options *o)
{
	struct hd_tree_node *node;
	unsigned i = hd_tree_choose(&s->tree, o->n, look_of(c, o), &node);

	if (node) {
		s->mark_at = s->tree.at - 1;
		if (!s->plain)
			s->sleep |= sleepers(node, o);
	}
	return o->tids[i < o->n ? i : 0];
}

static hd_tid pick(void *state, const struct hd_choice *c)
{
	struct chess *s = state;
	struct options *o = &s->options;
	hd_tid first;

	settle(s, c);
	if (c->nready == 1 && s->plain)
		return c->ready[0];
	list_options(s, c, o);
	first = o->n ? o->tids[0] : c->ready[0];
	if (s->redundant)
		return first;
	if (o->staying_is_free && s->used >= s->bound && o->n > 1) {
		s->denied = true;
		o->n = 1;
	}
	drop_sleepers(s, o);
	if (!o->n) {
		s->redundant = true;
		return first;
	}
	return o->n > 1 ? choose(s, c, o) : o->tids[0];
}

static uint64_t value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct chess *s = state;
	struct hd_tree_node *node;

	s->drew = true;
	if (bound > UINT16_MAX) {
		s->tree.gaps |= HD_GAP_BIT(VALUES);
		return hd_value_uniform(state, rng, bound);
	}
	return s->redundant || bound < 2 ? 0 : hd_tree_choose(&s->tree, (unsigned)bound, 0, &node);
}

static void wake_dependents(struct chess *s, const struct hd_op *op, const struct hd_choice *c)
{
	for (uint64_t rest = s->sleep; rest; rest &= rest - 1) {
		unsigned t = (unsigned)__builtin_ctzll(rest);

		if (!hd_are_independent(&c->ops[t], op))
			s->sleep &= ~(1ULL << t);
	}
}

/* What the search does not let happen, where it would make a difference. */
static uint32_t limits_of(const struct chess *s, const struct hd_op *op)
{
	if (op->kind == HD_FREE)
		return s->reuses ? 0 : HD_LIMIT_BIT(REUSE);
	if (op->kind == HD_COND_WAIT)
		return s->spurious ? HD_LIMIT_BIT(SPURIOUS) : HD_LIMIT_BIT(NO_SPURIOUS);
	return 0;
}

static void saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct chess *s = state;
	bool leaving = c->current_ready && !gives_way(&c->ops[c->current]);

	if (!s->settled)
		settle(s, c); /* chance has decided, nobody asked us */
	if (hd_fair_bit(c->current) & hd_fair_order_held(&s->fair, s->could))
		leaving = false;
	s->used += leaving && tid != c->current;
	s->was_current = leaving && tid == c->current;
	s->sleep &= ~hd_fair_bit(tid);
	wake_dependents(s, op, c);
	s->did = *op;
	s->settled = false;
	s->limits |= limits_of(s, op) | (s->yields ? HD_LIMIT_BIT(YIELD) : 0);
}

static void end(void *state, const struct hd_run_info *run)
{
	struct chess *s = state;

	s->again = run->outcome == HD_OUT_GROW || run->outcome == HD_OUT_STOPPED;
}

static void proof(const void *state, struct hd_proof *p)
{
	const struct chess *s = state;

	p->tried = s->done;
	p->all = s->all;
	p->limits = s->limits;
	p->gaps = s->tree.gaps;
}

const struct hd_strategy_ops hd_strategy_chess = {
    .name = "chess",
    .help = "every schedule with at most depth - 1 preemptions (--bound), one after the other",
    .size = sizeof(struct chess),
    .begin = begin,
    .pick = pick,
    .value = value,
    .saw = saw,
    .end = end,
    .proof = proof,
};
