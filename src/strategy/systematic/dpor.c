/* SPDX-License-Identifier: Apache-2.0
 *
 * `dfs` shows every schedule, one after the other, depth first. `dpor` shows of all schedules that differ
 * only in the order of independent steps (dependence.h) one: it tries another thread at a step only where a
 * run has shown that the order makes a difference (dpor_races.c), and sleep sets (P. Godefroid) keep it from
 * showing an order again. A run in which all threads that could go sleep is redundant; it is counted, and
 * carried out to its end, because it has begun.
 *
 * Both begin again when scheduling points are added because more sites are known to be shared: only a search
 * in which nothing was learnt has shown everything. Where freed memory is used again or wakeups may be
 * spurious, steps depend on each other in more ways than their objects tell: there `dpor` shows what `dfs`
 * does.
 *
 * A yield is a step that touches nothing. Whether others go first is one of the schedules, and of all the
 * places where it could stand one is shown. Threads that only go round a loop wait for a write
 * (spin_rounds.h). Loops that yield but change something have no end that a search without fairness would
 * come to: when a thread yields more than 16 times in a run, the search begins again as one in which
 * threads that yield let others go first, as in chess.c, and then `dpor` shows what `dfs` does. */
#include "strategy/systematic/dpor_state.h"

#include <string.h>

#include "strategy/systematic/dpor_races.h"
#include "strategy/systematic/dpor_seat.h"
#include "strategy/systematic/dpor_spin.h"

/* ---- runs ---- */

static bool dpor_begin(void *state, const struct hd_run_info *run)
{
	struct hd_dpor *s = state;

	hd_seat_run_begins(&s->seat);
	s->path.frontier = run->frontier;
	hd_path_run_begin(&s->path);
	hd_fair_order_begin(&s->fair);
	s->redundant = s->stuck = s->open = s->settled = false;
	hd_round_watch_begin(&s->spin);
	s->sleep = s->could = 0;
	return true;
}

static void dpor_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct hd_dpor *s = state;

	(void)rng;
	if (child >= HD_SET_THREADS) {
		s->path.gaps |= HD_GAP_BIT(THREADS);
		return;
	}
	memset(&s->threads[child], 0, sizeof(s->threads[child]));
	hd_round_watch_born(&s->spin, child);
	s->threads[child].since = s->path.n;
	if (parent < HD_SET_THREADS && parent != child)
		s->threads[child].clock = s->threads[parent].clock;
}

/* ---- one decision ---- */

/* Threads that were tried here before sleep on until a step comes that theirs depends on. */
static uint64_t who_sleeps_on(const struct hd_dpor *s, const struct hd_facts *facts,
			      const struct hd_path_step *step)
{
	uint64_t sleep = (step->sleep | step->tried) & ~hd_thread_bit(step->tid), on = 0;

	for (uint64_t rest = sleep; rest; rest &= rest - 1) {
		unsigned t = (unsigned)__builtin_ctzll(rest);
		struct hd_footprint f;

		hd_dpor_footprint(s, &s->threads[t].pending, facts, (hd_tid)t, false, &f);
		if (!hd_are_dependent(&f, &step->footprint))
			on |= hd_thread_bit(t);
	}
	return on;
}

/* It is known what the last step touched: which others it depends on, and who sleeps on. */
static void close_step(struct hd_dpor *s, const struct hd_facts *facts)
{
	struct hd_path_step *step = &s->path.steps[s->path.n - 1];

	s->open = false;
	s->sleep = s->plain ? 0 : who_sleeps_on(s, facts, step);
	if (!s->known && !s->plain)
		hd_dpor_compare_last(s);
	else if (!s->known && s->all_orders)
		hd_dpor_order_last(s);
	s->threads[step->tid].clock = step->clock;
	s->threads[step->tid].since = s->path.n;
}

/* The last step has been made, and whether it changed anything is known. */
static void close_made(struct hd_dpor *s, const struct hd_facts *facts)
{
	if (!hd_round_watch_changed(&s->spin, facts))
		hd_footprint_read_only(&s->path.steps[s->path.n - 1].footprint);
	close_step(s, facts);
}

static bool is_other_operation(const struct hd_op *a, const struct hd_op *b)
{
	return a->kind != b->kind || a->addr != b->addr;
}

/* What the last step has made possible for others comes after it: an operation that was put into the place of
 * another one, and the way out of a barrier. */
static void order_by_last_step(struct hd_dpor *s, const struct hd_choice *c, uint64_t ready)
{
	const struct hd_path_step *last = &s->path.steps[s->path.n - 1];
	uint64_t can_now = ready & ~s->could;

	for (unsigned t = 0; t < s->spin.nthreads; t++) {
		struct hd_dpor_thread *thread = &s->threads[t];
		bool leaves = c->ops[t].kind == HD_BARRIER_LEAVE && (can_now & hd_thread_bit(t));

		if (t == last->tid || thread->pending.kind == HD_NONE)
			continue;
		if (leaves || is_other_operation(&thread->pending, &c->ops[t])) {
			hd_clock_join(&thread->clock, &last->clock);
			thread->since = s->path.n;
		}
	}
}

static uint64_t all_threads(const struct hd_dpor *s)
{
	return s->spin.nthreads < HD_SET_THREADS ? hd_thread_bit(s->spin.nthreads) - 1 : UINT64_MAX;
}

static void settle(struct hd_dpor *s, const struct hd_choice *c)
{
	uint64_t ready = hd_set_of_ready(c);

	if (s->open)
		close_made(s, c->facts);
	if (s->spin.last < HD_SET_THREADS) {
		if (s->path.n && !s->redundant && !s->stuck)
			order_by_last_step(s, c, ready);
		hd_round_watch_settle(&s->spin, c, &s->suspects);
		hd_dpor_see_yield(s, c, ready);
	}
	for (unsigned t = 0; t < s->spin.nthreads; t++)
		s->threads[t].pending = c->ops[t];
	s->could = ready & ~hd_round_watch_waiting(&s->spin);
	s->settled = true;
}

/* The current thread goes on if it may; the end of the program comes last. */
static hd_tid first_of(const struct hd_choice *c, uint64_t may)
{
	uint64_t calm = 0;

	for (uint64_t rest = may; rest; rest &= rest - 1) {
		unsigned t = (unsigned)__builtin_ctzll(rest);

		if (c->ops[t].kind != HD_END)
			calm |= hd_thread_bit(t);
	}
	if (calm)
		may = calm;
	if (hd_thread_bit(c->current) & may)
		return c->current;
	return (hd_tid)__builtin_ctzll(may);
}

/* Threads that go no further in what counts of this run: what they are about to do may come in another
 * order. */
static void compare_pending(struct hd_dpor *s, const struct hd_op *ops, const struct hd_facts *facts,
			    uint64_t threads)
{
	for (uint64_t rest = threads; rest; rest &= rest - 1) {
		hd_tid t = hd_lowest_thread(rest);
		struct hd_footprint f;

		if (ops[t].kind == HD_EXIT)
			continue;
		hd_dpor_footprint(s, &ops[t], facts, t, false, &f);
		hd_dpor_compare_pending(s, t, &f);
	}
}

/* A step at which the search has not been yet. */
static hd_tid choose_new(struct hd_dpor *s, const struct hd_choice *c)
{
	struct hd_path_step *step = &s->path.steps[s->path.n];
	uint64_t held = hd_fair_order_held(&s->fair, s->could), ready = s->could & ~held, may;
	hd_tid chosen;

	if (!ready)
		ready = s->could;
	if (s->redundant || s->stuck)
		return first_of(c, ready);
	may = ready & ~s->sleep;
	if (!may) {
		compare_pending(s, c->ops, c->facts, all_threads(s) & ~s->could);
		s->redundant = true;
		return first_of(c, ready);
	}
	chosen = first_of(c, may);
	if (s->path.n == HD_PATH_STEPS)
		return chosen;
	step->ready = ready;
	step->sleep = s->sleep;
	step->tried = hd_thread_bit(chosen);
	step->wanted = s->plain ? ready : step->tried;
	step->tid = chosen;
	return chosen;
}

/* No thread can go on with anything new, and some go round loops. Unless the scheduler finds a way out, such
 * as time that passes, that is how the run stays; the threads take turns until it says so. */
static hd_tid go_round(struct hd_dpor *s, const struct hd_choice *c)
{
	if (!s->redundant && !s->stuck && !s->plain)
		compare_pending(s, c->ops, c->facts, all_threads(s));
	s->stuck = true;
	return hd_next_in_turn(c);
}

static hd_tid dpor_pick(void *state, const struct hd_choice *c)
{
	struct hd_dpor *s = state;
	struct hd_path *p = &s->path;

	settle(s, c);
	if (!s->could)
		return go_round(s, c);
	if (p->n < p->fixed && !s->redundant && !s->stuck) {
		hd_tid t = p->steps[p->n].tid;

		if (hd_thread_bit(t) & s->could)
			return t;
		p->gaps |= HD_GAP_BIT(DIFFERENT);
		p->fixed = p->n;
	}
	return choose_new(s, c);
}

/* ---- one step ---- */

static uint32_t look_of(const struct hd_op *op)
{
	return (uint32_t)hd_mix64(((uint64_t)op->kind << 32) ^ op->site) | 1;
}

/* The step is as it was in an earlier run, whose path this one repeats. */
static bool looks_the_same(struct hd_path *p, const struct hd_path_step *step, uint32_t look)
{
	if (p->n >= p->fixed)
		return false;
	if (!step->look || step->look == look)
		return p->n < p->compared;
	p->gaps |= HD_GAP_BIT(DIFFERENT);
	p->fixed = p->compared = p->n;
	return false;
}

static void add_step(struct hd_dpor *s, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct hd_path *p = &s->path;
	struct hd_path_step *step = &p->steps[p->n];
	struct hd_dpor_thread *thread = &s->threads[tid];

	s->known = looks_the_same(p, step, look_of(op));
	step->tid = tid;
	step->look = look_of(op);
	step->nth = ++thread->steps;
	step->footprint = s->spin.touched;
	if (op->kind == HD_JOIN && op->other && op->other <= HD_SET_THREADS)
		hd_clock_join(&thread->clock, &s->threads[op->other - 1].clock);
	p->n++;
	s->open = hd_may_read_only(op) && c->facts && c->facts->changes;
	if (!s->open)
		close_step(s, c->facts);
	hd_held_step(&thread->held, op);
}

/* The scheduler made this choice without asking: there is nothing else to try here. */
static void settle_forced(struct hd_dpor *s, hd_tid tid, const struct hd_choice *c)
{
	struct hd_path *p = &s->path;
	struct hd_path_step *step = &p->steps[p->n];

	settle(s, c);
	if (p->n == HD_PATH_STEPS || (p->n < p->fixed && step->tid == tid))
		return;
	if (p->n < p->fixed) {
		p->gaps |= HD_GAP_BIT(DIFFERENT);
		p->fixed = p->n;
	}
	step->ready = step->wanted = step->tried = hd_thread_bit(tid);
	step->sleep = s->sleep;
}

static void dpor_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct hd_dpor *s = state;

	hd_limits_see(&s->limits, op);
	if (tid >= HD_SET_THREADS)
		return;
	if (!s->settled)
		settle_forced(s, tid, c);
	hd_dpor_note_step(s, tid, op, c);
	if (s->path.n == HD_PATH_STEPS)
		s->path.gaps |= HD_GAP_BIT(DEEP);
	else if (!s->redundant && !s->stuck)
		add_step(s, tid, op, c);
	s->settled = false;
}

static uint64_t dpor_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct hd_dpor *s = state;

	(void)rng;
	if (s->redundant || s->stuck || bound < 2)
		return 0;
	return hd_path_choose(&s->path, bound > UINT16_MAX ? UINT32_MAX : (unsigned)bound);
}

/* ---- the end ---- */

static bool ended_by_last_step(const struct hd_dpor *s, const struct hd_run_info *run)
{
	const struct hd_path_step *last = &s->path.steps[s->path.n - 1];

	return last->footprint.everything ||
	       (run->outcome != HD_OUT_PASSED && run->outcome != HD_OUT_DEADLOCK &&
		run->outcome != HD_OUT_LOST_WAKEUP);
}

/* Steps have clocks, which tell traces apart. */
static bool has_clocks(const struct hd_dpor *s)
{
	return s->all_orders || !s->plain;
}

static void count_run(struct hd_dpor *s)
{
	bool seen_before =
	    !s->redundant && has_clocks(s) && hd_traces_add(&s->traces, &s->path, s->spin.nthreads);

	s->runs++;
	s->surplus += s->redundant || (seen_before && !s->all_orders);
}

static void dpor_end(void *state, const struct hd_run_info *run)
{
	struct hd_dpor *s = state;
	bool carried_out = run->outcome != HD_OUT_GROW && run->outcome != HD_OUT_STOPPED;

	hd_seat_run_ends(&s->seat, carried_out);
	if (s->open)
		close_step(s, NULL);
	if (!carried_out)
		return;
	count_run(s);
	if (s->redundant || s->stuck || s->plain || !s->path.n)
		return;
	if (ended_by_last_step(s, run))
		hd_dpor_compare_end(s);
	else
		compare_pending(s, run->ops, NULL, all_threads(s));
}

static void dpor_proof(const void *state, struct hd_proof *p)
{
	const struct hd_dpor *s = state;

	p->tried = s->all;
	p->all = s->all;
	p->limits = s->limits.met | (s->yields ? HD_LIMIT_BIT(YIELD) : 0);
	p->gaps = s->path.gaps;
	p->runs = s->runs;
	p->redundant = s->surplus;
	p->traces = has_clocks(s) && s->traces.n != UINT32_MAX ? s->traces.n : 0;
	p->explored = s->all ? 1 : hd_path_explored(&s->path);
}

static uint64_t dpor_decided(const void *state)
{
	return hd_path_decided(&((const struct hd_dpor *)state)->path);
}

static uint64_t dpor_keeps(const void *state)
{
	return ((const struct hd_dpor *)state)->path.kept;
}

/* The two differ in whether they tell independent steps apart, which claim() sets. */
#define PATH_SEARCH                                                                                          \
	.systematic = true, .sees_spinning = true, .offers_yields = true, .size = sizeof(struct hd_dpor),    \
	.park = hd_dpor_park, .renew = hd_dpor_renew, .begin = dpor_begin, .pick = dpor_pick,                \
	.value = dpor_value, .saw = dpor_saw, .born = dpor_born, .end = dpor_end, .proof = dpor_proof,       \
	.of_run = {HD_STATE_PART(struct hd_dpor, redundant, path.fixed)}, .decided = dpor_decided,           \
	.keeps = dpor_keeps

const struct hd_strategy_ops hd_strategy_dpor = {
    PATH_SEARCH,
    .name = "dpor",
    .help = "one of all schedules that differ only in the order of independent steps, until none is left",
    .claim = hd_dpor_claim,
};

const struct hd_strategy_ops hd_strategy_dfs = {
    PATH_SEARCH,
    .name = "dfs",
    .help = "every schedule, one after the other",
    .claim = hd_dfs_claim,
};
