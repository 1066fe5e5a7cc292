/* SPDX-License-Identifier: Apache-2.0
 *
 * SURW: selectively uniform random walk, "Selectively Uniform Concurrency Testing", ASPLOS 2025. For each run
 * some operations are declared interesting, and the interleavings of those alone are sampled (nearly)
 * uniformly. To that end the thread of the next interesting operation, the intended one, is drawn with
 * probability proportional to the number of interesting operations that each thread still has to do; other
 * threads are held at their interesting operations until it has done its own. Threads elsewhere go by random
 * priority. A child's operations count for its parent until it is created.
 *
 * Interesting are the operations on `depth` locations or locks (1 if not given). The first one is chosen
 * uniformly among those that were shared in the run before; the others are, mostly, locations that a thread
 * used soon after one of those chosen, because the order of unrelated operations means nothing. More than
 * MAX_TARGETS means all operations on anything. The counts are those of the run before. Where they are wrong,
 * threads are held too long: when no other can go, the intended thread is drawn anew from the held ones; when
 * the others merely yield, all are let go. The priorities are those of threads in one half of the runs (few
 * switches elsewhere), and drawn anew after each operation in the other half (many). */
#include "strategy/access_counts.h"
#include "strategy/random/highest.h"
#include "strategy/random/weights.h"
#include "strategy/strategy.h"
#include "strategy/taught.h"
#include "strategy/yield.h"

#define MAX_TARGETS	4
#define DRAWS		16 /* of a location that was not chosen yet */
#define ANYWHERE_ONE_IN 4  /* locations after the first one that need not be used together with it */
#define PATIENCE	8  /* yields in a row that are put up with before held threads are let go */

struct surw {
	struct hd_access_counts counts;
	struct hd_weights remaining;	   /* interesting operations to come, with those of unborn children */
	uint32_t expected[HD_MAX_THREADS]; /* the same at the birth of each known thread                    */
	hd_tid parent[HD_MAX_THREADS];
	uint64_t points; /* run->points of the run that the counts are of                                 */
	uint32_t known;	 /* threads of the last run: expected[] and parent[] are theirs                    */
	uint32_t nborn;	 /* threads of this run                                                            */
	uint64_t targets[MAX_TARGETS];
	uint32_t ntargets;
	bool everything; /* every operation is interesting                                                 */
	bool fickle;	 /* priorities last for one operation                                              */
	hd_tid intended; /* HD_NO_TID: no thread is held                                                   */
	uint32_t yields; /* since the last interesting operation                                           */
	uint32_t lowest; /* the next yielding thread gets one less                                         */
	uint32_t priority[HD_MAX_THREADS];
};

static bool is_interesting(const struct surw *s, const struct hd_op *op)
{
	if (s->everything)
		return hd_access_counts_matters(op);
	for (uint32_t i = 0; i < s->ntargets; i++)
		if (op->addr == s->targets[i])
			return hd_access_counts_matters(op);
	return false;
}

/* Any shared place that was not chosen yet, or -1. */
static int32_t draw_place(const struct surw *s, uint32_t n, struct hd_rng *rng)
{
	const struct hd_access_counts *c = &s->counts;

	for (uint32_t i = 0; i < DRAWS; i++) {
		uint16_t place = c->shared[hd_rng_below(rng, c->nshared)] & (HD_ACCESS_COUNTS_PLACES - 1);

		if (!hd_access_counts_is_target(s->targets, n, c->places[place].addr))
			return place;
	}
	return -1;
}

/* Choose what is interesting; chosen[] gets the places. Returns how many. */
static uint32_t choose_targets(struct surw *s, uint32_t wanted, struct hd_rng *rng,
			       uint16_t chosen[MAX_TARGETS])
{
	const struct hd_access_counts *c = &s->counts;
	uint32_t n = 0;

	for (; n < wanted && n < MAX_TARGETS && n < c->nshared && c->nshared <= HD_ACCESS_COUNTS_PLACES;
	     n++) {
		int32_t place = -1;

		if (n && hd_rng_below(rng, ANYWHERE_ONE_IN))
			place = hd_access_counts_nearby(c, s->targets, n, rng);
		if (place < 0)
			place = draw_place(s, n, rng);
		if (place < 0)
			break;
		chosen[n] = (uint16_t)place;
		s->targets[n] = c->places[place].addr;
	}
	return n;
}

static bool is_chosen(const struct surw *s, const uint16_t chosen[MAX_TARGETS], uint16_t place)
{
	if (s->everything)
		return true;
	for (uint32_t i = 0; i < s->ntargets; i++)
		if (chosen[i] == place)
			return true;
	return false;
}

/* How many interesting operations each thread, with its descendants, is going to do. */
static void expect(struct surw *s, const uint16_t chosen[MAX_TARGETS])
{
	const struct hd_access_counts *c = &s->counts;

	for (uint32_t t = 0; t < s->known; t++)
		s->expected[t] = 0;
	for (uint32_t i = 0; i < c->nlog && i < HD_ACCESS_COUNTS_LOG; i++)
		if (is_chosen(s, chosen, c->log[i].place))
			s->expected[c->log[i].tid & (HD_MAX_THREADS - 1)]++;
	for (uint32_t t = s->known; t-- > 1;) /* children come after their parents */
		if (s->parent[t] < t)
			s->expected[s->parent[t]] += s->expected[t];
}

/* The run before was of another strategy: what it has taught is used where this one has nothing as good. */
static void learn_from(struct surw *s, const struct hd_run_info *run)
{
	const struct hd_taught *t = run->taught;

	if (!t || !t->complete || (s->nborn && (s->points == run->points || t->points != run->points)))
		return;
	hd_access_counts_copy(&s->counts, &t->counts);
	s->nborn = t->threads;
	for (uint32_t i = 0; i < t->threads && i < HD_MAX_THREADS; i++)
		s->parent[i] = t->parent[i];
}

static bool surw_begin(void *state, const struct hd_run_info *run)
{
	struct surw *s = state;
	uint16_t chosen[MAX_TARGETS];
	uint32_t wanted = run->plan->depth ? run->plan->depth : 1;

	learn_from(s, run);
	s->points = run->points;
	s->known = s->nborn < HD_MAX_THREADS ? s->nborn : HD_MAX_THREADS;
	s->everything = wanted > MAX_TARGETS && s->counts.nshared;
	s->ntargets = choose_targets(s, wanted, run->rng, chosen);
	expect(s, chosen);
	hd_access_counts_begin(&s->counts);
	hd_weights_clear(&s->remaining);
	s->nborn = 0;
	s->fickle = hd_rng_next(run->rng) >> 63;
	s->intended = s->ntargets ? 0 : HD_NO_TID;
	s->yields = 0;
	s->lowest = UINT32_MAX / 2;
	return true;
}

static uint32_t draw_priority(struct hd_rng *rng)
{
	return (uint32_t)(hd_rng_next(rng) >> 32) | 1u << 31; /* above those that yielded */
}

static bool surw_is_held(const struct surw *s, hd_tid t, const struct hd_choice *c)
{
	return s->intended != HD_NO_TID && t != s->intended && is_interesting(s, &c->ops[t]);
}

/* All ready threads are held, so the intended thread waits for them: intend one of them instead. */
static hd_tid intend_another(struct surw *s, const struct hd_choice *c)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < c->nready; i++) {
		uint32_t weight = s->remaining.weight[c->ready[i]];

		weight += !weight; /* it is about to do one, whatever was expected of it */
		sum += weight;
		if (hd_rng_below(c->rng, sum) < weight)
			s->intended = c->ready[i];
	}
	return s->intended;
}

/* The highest of those that are not held, HD_NO_TID if all are. */
static hd_tid highest_free(const struct surw *s, const struct hd_choice *c)
{
	hd_tid best = HD_NO_TID;
	uint32_t top = 0;

	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];

		if (s->priority[t] >= top && !surw_is_held(s, t, c)) {
			top = s->priority[t];
			best = t;
		}
	}
	return best;
}

static hd_tid surw_pick(void *state, const struct hd_choice *c)
{
	struct surw *s = state;
	hd_tid best = hd_highest(s->priority, c);

	if (c->nready == 1 || !surw_is_held(s, best, c))
		return best;
	best = highest_free(s, c);
	return best != HD_NO_TID ? best : intend_another(s, c);
}

static void did_interesting(struct surw *s, hd_tid tid, struct hd_rng *rng)
{
	uint32_t left = s->remaining.weight[tid];

	if (left)
		hd_weights_set(&s->remaining, tid, left - 1);
	s->intended = hd_weights_draw(&s->remaining, rng);
	s->yields = 0;
}

static void surw_gone(struct surw *s, hd_tid tid, struct hd_rng *rng)
{
	hd_weights_set(&s->remaining, tid, 0);
	if (s->intended == tid)
		s->intended = hd_weights_draw(&s->remaining, rng);
}

static void yielded(struct surw *s, hd_tid tid)
{
	s->priority[tid] = s->lowest ? --s->lowest : 0;
	if (++s->yields > PATIENCE)
		s->intended = HD_NO_TID;
}

static void surw_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct surw *s = state;
	hd_tid yielding = hd_yielding(tid, op, c);

	if (s->fickle)
		s->priority[tid] = draw_priority(c->rng);
	if (__builtin_expect(yielding != HD_NO_TID, 0))
		yielded(s, yielding);
	if (hd_access_counts_matters(op))
		hd_access_counts_note(&s->counts, tid, op);
	if (is_interesting(s, op))
		did_interesting(s, tid, c->rng);
	else if (op->kind == HD_EXIT && s->ntargets)
		surw_gone(s, tid, c->rng);
}

/* What the child is expected to do was the parent's until now, and so was its share of being intended. */
static void inherit(struct surw *s, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	uint32_t share = s->expected[child];
	uint32_t all = s->remaining.weight[parent];

	if (share > all)
		share = all;
	hd_weights_set(&s->remaining, parent, all - share);
	if (s->intended == parent && all && hd_rng_below(rng, all) < share)
		s->intended = child;
}

static void surw_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct surw *s = state;

	s->priority[child] = draw_priority(rng);
	s->parent[child] = parent;
	s->nborn = child + 1u;
	hd_weights_append(&s->remaining, child < s->known ? s->expected[child] : 1);
	if (parent != HD_NO_TID && child < s->known)
		inherit(s, child, parent, rng);
}

/* 5 locations means all. */
static uint32_t surw_depth(uint64_t random)
{
	return hd_depth_mostly_small(random, 1, 5);
}

const struct hd_strategy_ops hd_strategy_surw = {
    .name = "surw",
    .help = "uniform over the interleavings of depth random locations, learnt from earlier runs",
    .depth = surw_depth,
    .size = sizeof(struct surw),
    .begin = surw_begin,
    .pick = surw_pick,
    .value = hd_value_uniform,
    .saw = surw_saw,
    .born = surw_born,
};
