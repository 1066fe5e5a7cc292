/* SPDX-License-Identifier: Apache-2.0
 *
 * Period: after Wen, He, Wu, Xu, Qin, "Controlled Concurrency Testing via Periodical
 * Scheduling", ICSE 2022. A run consists of a few periods; in each of them one thread runs, up to one of its
 * key operations, and after them each thread runs until it must wait. Schedules are tried from few to many
 * periods, those that are alike far apart, and one that showed nothing new is not made longer
 * (period_tree.h). Key operations are those on memory and locks that were shared in earlier runs.
 *
 * So it is at its best where one precise order of a few operations is needed, wherever in the run they are: a
 * schedule with two periods is tried soon, and a random walk needs luck at each operation. We differ: longer
 * schedules are tried beside the short ones, and when no schedule is left, random ones follow. When threads
 * yield too often, no thread is held back any more. */
#include "strategy/access_counts.h"
#include "strategy/random/period_tree.h"
#include "strategy/strategy.h"
#include "strategy/taught.h"
#include "strategy/yield.h"

#define PLACES	    4096 /* a power of two */
#define MOST_YIELDS 64	 /* of a run: threads may wait for one that a period has stopped */
#define MOST_RENEWS 32	 /* how often the search begins anew because more was found to be shared */

struct period_place {
	uint64_t addr;
	uint64_t write; /* the last one: thread and number    */
	uint64_t reads; /* a hash of those since then         */
	uint32_t run;
};

struct period {
	struct hd_access_counts counts;
	struct hd_period_tree tree;
	struct hd_period_schedule schedule; /* of this run */
	uint32_t at;			    /* the period under way */
	hd_tid stopped;			    /* the thread of the period before */
	uint32_t yields;		    /* of this run */
	uint64_t trace;
	uint32_t run;
	uint32_t renews;
	struct period_place places[PLACES];
	uint64_t shared[PLACES / 64];  /* a set of hashes of addresses */
	uint32_t keys[HD_MAX_THREADS]; /* that each thread born in this run did */
	uint32_t nborn;
};

static uint32_t period_hash(uint64_t addr)
{
	return (uint32_t)((addr * 0x9E3779B97F4A7C15ULL) >> 40) & (PLACES - 1);
}

static bool is_shared_at(const struct period *s, uint64_t addr)
{
	uint32_t hash = period_hash(addr);

	return s->shared[hash / 64] >> hash % 64 & 1;
}

static bool is_key(const struct period *s, const struct hd_op *op)
{
	return hd_access_counts_matters(op) && is_shared_at(s, op->addr);
}

/* True: something was shared that had not been before. */
static bool learn_shared(struct period *s, const struct hd_access_counts *c)
{
	bool more = false;

	for (uint32_t i = 0; i < c->nshared && i < HD_ACCESS_COUNTS_PLACES; i++) {
		uint32_t hash = period_hash(c->places[c->shared[i] & (HD_ACCESS_COUNTS_PLACES - 1)].addr);

		more |= !(s->shared[hash / 64] >> hash % 64 & 1);
		s->shared[hash / 64] |= 1ULL << hash % 64;
	}
	return more;
}

static bool period_begin(void *state, const struct hd_run_info *run)
{
	struct period *s = state;

	if (!s->run && run->taught && run->taught->complete)
		learn_shared(s, &run->taught->counts);
	hd_period_tree_draw(&s->tree, run->rng, &s->schedule);
	hd_access_counts_begin(&s->counts);
	s->run++;
	s->at = 0;
	s->stopped = HD_NO_TID;
	s->trace = 0;
	s->yields = 0;
	s->nborn = 0;
	return true;
}

static bool is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

/* The period is over: its thread has done what it was to do, and is about to go on to the next key operation.
 */
static bool is_over(const struct period *s, const struct hd_choice *c, struct hd_period p)
{
	return p.tid < s->nborn && s->keys[p.tid] >= p.until && is_key(s, &c->ops[p.tid]);
}

/* The next one after t in the order of creation, but the thread of the last period only if no other can go.
 */
static hd_tid period_next_after(const struct period *s, const struct hd_choice *c, hd_tid t)
{
	hd_tid after = HD_NO_TID, any = HD_NO_TID;

	for (unsigned i = c->nready; i-- > 0;) {
		if (c->ready[i] == s->stopped)
			continue;
		any = c->ready[i];
		if (any > t)
			after = any;
	}
	if (after != HD_NO_TID)
		return after;
	return any != HD_NO_TID ? any : c->ready[0];
}

/* A period whose thread is not there yet, or must wait, lets the others go on until it can go. */
static hd_tid period_pick(void *state, const struct hd_choice *c)
{
	struct period *s = state;
	bool stops = false;

	for (; s->at < s->schedule.n && s->at < HD_PERIODS_MOST; s->at++) {
		struct hd_period p = s->schedule.of[s->at];

		if (p.tid >= s->nborn || p.tid >= HD_MAX_THREADS)
			break;
		if (is_ready(c, p.tid) && !is_over(s, c, p))
			return p.tid;
		if (!is_over(s, c, p) && c->ops[p.tid].kind != HD_EXIT)
			break;
		s->stopped = p.tid;
		stops = true;
	}
	if (!stops && c->current_ready)
		return c->current;
	if (!s->tree.nparents[0]) /* nothing is known that could be laid out */
		return c->ready[hd_rng_below(c->rng, c->nready)];
	return period_next_after(s, c, c->current != HD_NO_TID ? c->current : 0);
}

static struct period_place *period_place_of(struct period *s, uint64_t addr)
{
	struct period_place *p = &s->places[period_hash(addr)];

	if (p->run != s->run || p->addr != addr)
		*p = (struct period_place){.addr = addr, .run = s->run};
	return p;
}

/* The sum does not depend on the order of operations that do not conflict. */
static void add_to_trace(struct period *s, hd_tid tid, const struct hd_op *op)
{
	struct period_place *p = period_place_of(s, op->addr);
	uint64_t me = (uint64_t)(tid + 1) << 32 | s->keys[tid];

	if (hd_event_flags[op->kind] & HD_F_WRITE) {
		s->trace += hd_mix64(hd_mix64(me ^ p->reads) + p->write);
		p->write = me;
		p->reads = 0;
	} else {
		s->trace += hd_mix64(hd_mix64(me) + p->write);
		p->reads += hd_mix64(me);
	}
}

static void period_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct period *s = state;

	if (__builtin_expect(hd_yielding(tid, op, c) != HD_NO_TID, 0) && ++s->yields > MOST_YIELDS) {
		s->at = s->schedule.n;
		s->stopped = HD_NO_TID;
	}
	if (!hd_access_counts_matters(op))
		return;
	hd_access_counts_note(&s->counts, tid, op);
	if (!is_key(s, op))
		return;
	s->keys[tid]++;
	add_to_trace(s, tid, op);
}

static void period_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct period *s = state;

	(void)parent;
	(void)rng;
	s->keys[child] = 0;
	s->nborn = child + 1u;
}

/* Walks over the run once more, after its number of key operations was counted. */
static void find_corners(struct period *s)
{
	const struct hd_access_counts *c = &s->counts;

	for (uint32_t t = 0; t < s->nborn && t < HD_MAX_THREADS; t++)
		s->keys[t] = 0;
	s->tree.ncorners = 0;
	for (uint32_t i = 0; i < c->nlog && i < HD_ACCESS_COUNTS_LOG; i++) {
		hd_tid t = c->log[i].tid & (HD_MAX_THREADS - 1);
		uint16_t place = c->log[i].place & (HD_ACCESS_COUNTS_PLACES - 1);

		if (is_shared_at(s, c->places[place].addr))
			hd_period_tree_corner(&s->tree, t, place, ++s->keys[t]);
	}
}

static void period_end(void *state, const struct hd_run_info *run)
{
	struct period *s = state;

	(void)run;
	if (learn_shared(s, &s->counts) && s->renews < MOST_RENEWS) {
		s->renews++;
		hd_period_tree_clear(&s->tree);
		return;
	}
	for (uint32_t t = 0; t < s->nborn && t < HD_MAX_THREADS; t++)
		hd_period_tree_count(&s->tree, (hd_tid)t, s->keys[t]);
	if (!s->tree.ncorners)
		find_corners(s);
	hd_period_tree_learn(&s->tree, &s->schedule, s->trace);
}

const struct hd_strategy_ops hd_strategy_period = {
    .name = "period",
    .help = "a few periods in which one thread runs to a key operation, from few to many",
    .size = sizeof(struct period),
    .begin = period_begin,
    .pick = period_pick,
    .value = hd_value_uniform,
    .saw = period_saw,
    .born = period_born,
    .end = period_end,
};
