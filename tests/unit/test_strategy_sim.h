/* SPDX-License-Identifier: Apache-2.0
 *
 * A program made of lists of operations, and a scheduler that asks a strategy: enough to test strategies
 * without a process, a fiber or a clock. Include it after cmocka.h.
 *
 * Locks exclude each other, joins wait, a thread that yields is not ready until another one went (unless
 * the strategy sees spinning itself), END ends the run for all. A thread that no CREATE names is there from
 * the start. Sites are unique: see sim_site().
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "strategy/strategy.h"
#include "strategy/systematic/frontier.h"
#include "strategy/taught.h"

#define SIM_STEPS  65536
#define SIM_LOCKS  8
#define SIM_LOCK_0 0x10000u /* address of the first lock, they are 8 bytes apart */

struct sim_thread {
	const struct hd_op *ops; /* CREATE and JOIN: `other` is one more than the other thread */
	unsigned n;
	bool created; /* by an operation of the main thread, in order of id */
};

struct sim_program {
	unsigned n;
	struct sim_thread threads[HD_MAX_THREADS];
};

struct sim_run {
	struct hd_step steps[SIM_STEPS];
	unsigned n;
	unsigned preemptions;
	bool deadlock;
	bool diverged;
	bool claimed;	   /* to be set: there is something to explore, the caller has asked for it */
	bool cut;	   /* the strategy needed no more of it */
	unsigned gives_up; /* to be set: the run is ended from outside after so many steps; 0: it is not */
	unsigned lockstep; /* to be set: after so many steps the lowest thread goes, and pick() is not asked;
			      0: never */
	bool exhausted;	   /* nothing was left, so this is the first run of another search … */
	struct hd_proof proof; /* … and what had been tried by then                              */
};

struct sim { /* one run under way */
	const struct sim_program *program;
	const struct hd_strategy_ops *strategy;
	void *state;
	struct hd_rng rng;
	unsigned next[HD_MAX_THREADS]; /* index of the pending operation                */
	bool alive[HD_MAX_THREADS];    /* born; may be finished                         */
	struct hd_op ops[HD_MAX_THREADS];
	hd_tid ready[HD_MAX_THREADS];
	hd_tid able[HD_MAX_THREADS]; /* the same with the one who yielded */
	hd_tid owner[SIM_LOCKS];
	uint32_t owner_site[SIM_LOCKS]; /* where it took the lock */
	hd_tid yielded;			/* HD_NO_TID: nobody                             */
	bool ended;			/* somebody has ended the program                */
};

static inline uint32_t sim_site(hd_tid t, unsigned index)
{
	return 1u + t * 1000u + index;
}

static inline bool sim_finished(const struct sim *s, hd_tid t)
{
	return s->next[t] >= s->program->threads[t].n;
}

static inline void sim_pend(struct sim *s, hd_tid t)
{
	if (sim_finished(s, t)) {
		s->ops[t] = (struct hd_op){.kind = HD_EXIT};
		return;
	}
	s->ops[t] = s->program->threads[t].ops[s->next[t]];
	s->ops[t].site = sim_site(t, s->next[t]);
}

static struct hd_taught *sim_taught; /* to be set: the runs are observed; NULL: they are not */

static inline void sim_born(struct sim *s, hd_tid t, hd_tid parent)
{
	s->alive[t] = true;
	sim_pend(s, t);
	if (s->strategy->born)
		s->strategy->born(s->state, t, parent, &s->rng);
	if (sim_taught)
		hd_taught_born(sim_taught, t, parent);
}

static inline bool sim_can_go(const struct sim *s, hd_tid t)
{
	const struct hd_op *op = &s->ops[t];

	if (!s->alive[t] || sim_finished(s, t) || t == s->yielded)
		return false;
	if (op->kind == HD_LOCK)
		return s->owner[(op->addr - SIM_LOCK_0) / 8] == HD_NO_TID;
	if (op->kind == HD_JOIN)
		return s->alive[op->other - 1] && sim_finished(s, op->other - 1);
	return true;
}

static inline unsigned sim_fill_ready(struct sim *s)
{
	unsigned n = 0;

	for (unsigned t = 0; t < s->program->n; t++)
		if (sim_can_go(s, (hd_tid)t))
			s->ready[n++] = (hd_tid)t;
	if (!n && s->yielded != HD_NO_TID) {
		s->yielded = HD_NO_TID;
		return sim_fill_ready(s);
	}
	return n;
}

static inline unsigned sim_fill_able(struct sim *s)
{
	hd_tid yielded = s->yielded;
	unsigned n = 0;

	s->yielded = HD_NO_TID;
	for (unsigned t = 0; t < s->program->n; t++)
		if (sim_can_go(s, (hd_tid)t))
			s->able[n++] = (hd_tid)t;
	s->yielded = yielded;
	return n;
}

static inline void sim_perform(struct sim *s, hd_tid t)
{
	struct hd_op op = s->ops[t];

	s->yielded = op.kind == HD_YIELD && !s->strategy->sees_spinning ? t : HD_NO_TID;
	if (op.kind == HD_LOCK) {
		s->owner[(op.addr - SIM_LOCK_0) / 8] = t;
		s->owner_site[(op.addr - SIM_LOCK_0) / 8] = op.site;
	}
	if (op.kind == HD_UNLOCK)
		s->owner[(op.addr - SIM_LOCK_0) / 8] = HD_NO_TID;
	if (op.kind == HD_CREATE)
		sim_born(s, (hd_tid)(op.other - 1), t);
	s->ended = op.kind == HD_END;
	s->next[t]++;
	sim_pend(s, t);
}

static inline bool sim_contains(const hd_tid *set, unsigned n, hd_tid t)
{
	for (unsigned i = 0; i < n; i++)
		if (set[i] == t)
			return true;
	return false;
}

static struct sim *sim_now; /* the run under way, for what strategies may ask about its threads */

/* Each thread has one context, which it never leaves. */
static inline uint64_t sim_context(hd_tid t)
{
	return 1000u + t;
}

static inline bool sim_holds(hd_tid t, uint32_t site)
{
	for (unsigned i = 0; i < SIM_LOCKS; i++)
		if (sim_now->owner[i] == t && sim_now->owner_site[i] == site)
			return true;
	return false;
}

static const struct hd_facts sim_facts = {.context = sim_context, .holds = sim_holds};

/* What the search of a strategy state that was made last has left: see sim_state_new(). */
static struct hd_frontier sim_frontier;

static inline bool sim_begin(const struct sim *s, const struct hd_run_info *info, bool claimed)
{
	if (s->strategy->claim && !claimed) {
		enum hd_claim claim = s->strategy->claim(s->state, info);

		assert_int_not_equal(claim, HD_CLAIM_LATER);
		if (claim == HD_CLAIM_OVER)
			return false;
	}
	return s->strategy->begin(s->state, info);
}

/* When the strategy has nothing left, it begins again. */
static inline void sim_start(struct sim *s, const struct hd_run_info *info, struct sim_run *out)
{
	bool more = sim_begin(s, info, out->claimed);

	s->yielded = HD_NO_TID;
	for (unsigned i = 0; i < SIM_LOCKS; i++)
		s->owner[i] = HD_NO_TID;
	out->exhausted = !more;
	if (!more) {
		s->strategy->proof(s->state, &out->proof);
		assert_true(sim_begin(s, info, false));
	}
	for (unsigned t = 0; t < s->program->n; t++)
		if (!s->program->threads[t].created)
			sim_born(s, (hd_tid)t, t ? 0 : HD_NO_TID);
}

/* Take decisions until nothing can go. */
static inline void sim_loop(struct sim *s, struct sim_run *out)
{
	struct hd_choice c = {.ready = s->ready, .ops = s->ops, .rng = &s->rng, .current = HD_NO_TID};

	c.facts = &sim_facts;
	sim_now = s;

	while ((c.nready = sim_fill_ready(s)) > 0) {
		hd_tid t;

		c.current_ready = sim_contains(s->ready, c.nready, c.current);
		c.able = s->able;
		c.nable = sim_fill_able(s);
		t = out->lockstep && out->n >= out->lockstep ? s->ready[0] : s->strategy->pick(s->state, &c);
		if (t == HD_ENOUGH) {
			out->cut = true;
			return;
		}
		if (t == HD_NO_TID) {
			out->diverged = true;
			return;
		}
		assert_true(sim_contains(s->ready, c.nready, t) ||
			    (s->strategy->reached && sim_contains(s->able, c.nable, t)));
		out->preemptions += c.current_ready && t != c.current && s->ops[c.current].kind != HD_END;
		assert_true(out->n < SIM_STEPS);
		out->steps[out->n++] =
		    (struct hd_step){.tid = t, .kind = s->ops[t].kind, .site = s->ops[t].site};
		if (s->strategy->saw)
			s->strategy->saw(s->state, t, &s->ops[t], &c);
		if (sim_taught)
			hd_taught_saw(sim_taught, t, &s->ops[t], &c);
		sim_perform(s, t);
		c.current = t;
		c.step++;
		if (s->ended || (out->gives_up && out->gives_up == out->n))
			return;
	}
	for (unsigned t = 0; t < s->program->n; t++)
		out->deadlock |= s->alive[t] && !sim_finished(s, (hd_tid)t);
}

/* Run the program once; script is for replay only, `begin` says where to drive the run, if its `attempt` is
 * not NULL. The state is that of the strategy. */
static inline void sim_go_to(const struct sim_program *program, void *state, const struct hd_plan *plan,
			     const struct sim_run *script, const struct hd_run_info *begin,
			     struct sim_run *out)
{
	static struct sim s;
	struct hd_run_info info = *begin;

	memset(&s.alive, 0, sizeof(s.alive));
	memset(&s.next, 0, sizeof(s.next));
	s.program = program;
	s.strategy = hd_strategies[plan->strategy];
	s.state = state;
	hd_rng_seed(&s.rng, plan->seed);
	info.plan = plan;
	info.rng = &s.rng;
	if (!info.frontier)
		info.frontier = &sim_frontier;
	if (script) {
		info.script = script->steps;
		info.nscript = script->n;
	}
	out->n = 0;
	out->preemptions = 0;
	out->deadlock = false;
	out->diverged = out->cut = false;
	sim_start(&s, &info, out);
	sim_loop(&s, out);
	info.steps = out->n;
	info.threads = program->n;
	info.ops = s.ops;
	info.outcome = out->deadlock ? HD_OUT_DEADLOCK : out->cut ? HD_OUT_CUT : HD_OUT_PASSED;
	if (out->gives_up && out->gives_up == out->n)
		info.outcome = HD_OUT_GROW;
	if (s.strategy->end)
		s.strategy->end(state, &info);
	if (sim_taught)
		hd_taught_end(sim_taught, info.outcome);
}

static inline void sim_go(const struct sim_program *program, void *state, const struct hd_plan *plan,
			  const struct sim_run *script, struct sim_run *out)
{
	sim_go_to(program, state, plan, script, &(struct hd_run_info){0}, out);
}

/* The state of a strategy before its first run, exactly as large as it says: memory checkers see overruns. */
static inline void *sim_state_new(unsigned strategy)
{
	size_t size = hd_strategies[strategy]->size;
	void *state = calloc(1, size ? size : 1);

	assert_non_null(state);
	sim_frontier.generation = 0; /* nothing of an earlier search is left */
	sim_frontier.facts = (struct hd_search_facts){0};
	return state;
}

/* Whether the steps of these sites happened in this order (others may come between). */
static inline bool sim_ordered(const struct sim_run *r, const uint32_t *sites, unsigned n)
{
	unsigned met = 0;

	for (unsigned i = 0; i < r->n && met < n; i++)
		met += r->steps[i].site == sites[met];
	return met == n;
}

#define SIM_ORDERED(run, ...)                                                                                \
	sim_ordered(run, (const uint32_t[]){__VA_ARGS__},                                                    \
		    sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
