/* SPDX-License-Identifier: Apache-2.0
 *
 * Alternate: two to four threads go strictly in turn, and all others, the main thread included, go last. Some
 * bugs need twenty alternations in a row: a random walk finds them once in a million runs, and a search with
 * few preemptions never.
 *
 * A turn lasts for `depth` operations (1 if not given). In most runs only the operations on one location
 * count, which was shared in the run before: then it does not matter how much else a thread does in between.
 * In the others all operations count that access memory or take locks, and each thread may begin with a
 * longer turn, so that turns and rounds of the program fall together. Which threads go in turn, out of those
 * that used the location, and in which order, is drawn for each run. A thread in whose turn it is that has to
 * wait is passed over. When threads yield too often, the rest of the run is left to chance. */
#include "strategy/access_counts.h"
#include "strategy/strategy.h"
#include "strategy/taught.h"
#include "strategy/yield.h"

#define MOST_THREADS   4
#define LONGEST_START  8
#define ALL_OPS_ONE_IN 4  /* runs in which not only one location counts                         */
#define AS_BORN_ONE_IN 2  /* runs in which threads go in order of creation                      */
#define MOST_YIELDS    64 /* of a run: those that go in turn may wait for another thread         */
#define LATE_ONE_IN    2  /* threads that begin with a longer turn, where all operations count  */

struct alternate {
	struct hd_access_counts counts;
	uint64_t location; /* whose operations count; 0: all                                         */
	hd_tid threads[MOST_THREADS];
	uint32_t start[MOST_THREADS]; /* further operations in the first turn of each                */
	uint32_t nthreads;	      /* 0: no thread goes in turn: at random                         */
	uint32_t born;		      /* how many of threads[] are there                              */
	uint32_t length;	      /* of a turn                                                    */
	uint32_t at;		      /* index of the thread in whose turn it is                      */
	uint32_t left;		      /* operations that its turn still has                           */
	uint32_t yields;	      /* of this run */
	bool begun;		      /* all of threads[] were there, or no other thread could go     */
};

static bool alternate_counts(const struct alternate *s, const struct hd_op *op)
{
	return (!s->location || op->addr == s->location) && hd_access_counts_matters(op);
}

static uint32_t alternate_index(const struct alternate *s, hd_tid t)
{
	for (uint32_t i = 0; i < s->nthreads && i < MOST_THREADS; i++)
		if (s->threads[i] == t)
			return i;
	return MOST_THREADS;
}

/* Up to `wanted` threads that used this place in the run before, each of them as likely as the others: those
 * whose number, mixed with a random one, is largest. */
static void draw_threads(struct alternate *s, uint16_t place, uint32_t wanted, struct hd_rng *rng)
{
	const struct hd_access_counts *c = &s->counts;
	uint64_t salt = hd_rng_next(rng);

	s->nthreads = 0;
	for (uint32_t i = 0; i < c->nlog && i < HD_ACCESS_COUNTS_LOG; i++) {
		hd_tid t = c->log[i].tid;
		uint32_t at = s->nthreads;

		if (c->log[i].place != place || alternate_index(s, t) < MOST_THREADS)
			continue;
		while (at && hd_mix64(salt ^ s->threads[at - 1]) < hd_mix64(salt ^ t)) {
			at--;
			if (at + 1 < wanted)
				s->threads[at + 1] = s->threads[at];
		}
		if (at < wanted)
			s->threads[at] = t;
		s->nthreads += s->nthreads < wanted;
	}
	if (s->nthreads < 2)
		s->nthreads = 0;
}

static void swap_threads(struct alternate *s, uint32_t a, uint32_t b)
{
	hd_tid t = s->threads[a];

	s->threads[a] = s->threads[b];
	s->threads[b] = t;
}

static void draw_order(struct alternate *s, struct hd_rng *rng)
{
	bool as_born = hd_rng_below(rng, AS_BORN_ONE_IN) == 0;

	for (uint32_t i = s->nthreads; i-- > 1;) {
		if (!as_born)
			swap_threads(s, i, hd_rng_below(rng, i + 1));
		for (uint32_t j = 0; as_born && j < i; j++)
			if (s->threads[j] > s->threads[i])
				swap_threads(s, i, j);
	}
	for (uint32_t i = 0; i < s->nthreads; i++)
		s->start[i] =
		    s->location || hd_rng_below(rng, LATE_ONE_IN) ? 0 : 1 + hd_rng_below(rng, LONGEST_START);
}

static bool alternate_begin(void *state, const struct hd_run_info *run)
{
	struct alternate *s = state;
	struct hd_access_counts *c = &s->counts;
	uint32_t wanted = 2 + hd_rng_below(run->rng, MOST_THREADS - 1);

	s->nthreads = 0;
	if (!c->nshared && run->taught && run->taught->complete)
		hd_access_counts_copy(c, &run->taught->counts);
	if (c->nshared && c->nshared <= HD_ACCESS_COUNTS_PLACES) {
		uint16_t place =
		    c->shared[hd_rng_below(run->rng, c->nshared)] & (HD_ACCESS_COUNTS_PLACES - 1);

		draw_threads(s, place, wanted, run->rng);
		s->location = hd_rng_below(run->rng, ALL_OPS_ONE_IN) ? c->places[place].addr : 0;
		draw_order(s, run->rng);
	}
	hd_access_counts_begin(c);
	s->length = run->plan->depth ? run->plan->depth : 1;
	s->born = 0;
	s->at = 0;
	s->left = s->length + s->start[0];
	s->begun = false;
	s->yields = 0;
	return true;
}

/* The thread may go: it has operations left in its turn, or is not at one that counts. */
static bool may_go_on(const struct alternate *s, const struct hd_choice *c, hd_tid t)
{
	return s->left || !alternate_counts(s, &c->ops[t]);
}

static void next_turn(struct alternate *s)
{
	s->at = s->at + 1 < s->nthreads ? s->at + 1 : 0;
	s->left = s->length + s->start[s->at & (MOST_THREADS - 1)];
}

/* The thread in whose turn it is, or the next one that can go; HD_NO_TID if none of them can. */
static hd_tid in_turn(struct alternate *s, const struct hd_choice *c)
{
	for (uint32_t i = 0; i <= s->nthreads && i <= MOST_THREADS; i++) {
		hd_tid t = s->threads[s->at & (MOST_THREADS - 1)];

		for (unsigned j = 0; j < c->nready; j++)
			if (c->ready[j] == t && may_go_on(s, c, t))
				return t;
		next_turn(s);
	}
	return HD_NO_TID;
}

/* The running thread if it is none of those that go in turn, or any that is none of them. */
static hd_tid any_other(const struct alternate *s, const struct hd_choice *c)
{
	hd_tid chosen = HD_NO_TID;
	unsigned others = 0;

	if (c->current_ready && alternate_index(s, c->current) == MOST_THREADS)
		return c->current;
	for (unsigned i = 0; i < c->nready; i++)
		if (alternate_index(s, c->ready[i]) == MOST_THREADS && hd_rng_below(c->rng, ++others) == 0)
			chosen = c->ready[i];
	return chosen;
}

static hd_tid alternate_pick(void *state, const struct hd_choice *c)
{
	struct alternate *s = state;
	hd_tid next = HD_NO_TID;

	if (c->nready == 1)
		return c->ready[0];
	if (!s->begun && s->born < s->nthreads)
		next = any_other(s, c);
	if (next != HD_NO_TID)
		return next;
	s->begun = true;
	if (s->nthreads) {
		next = in_turn(s, c);
		if (next == HD_NO_TID)
			next = any_other(s, c);
	}
	return next != HD_NO_TID ? next : c->ready[hd_rng_below(c->rng, c->nready)];
}

static void alternate_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct alternate *s = state;
	uint32_t index = alternate_index(s, tid);

	if (__builtin_expect(hd_yielding(tid, op, c) != HD_NO_TID, 0) && ++s->yields > MOST_YIELDS)
		s->nthreads = 0;
	if (hd_access_counts_matters(op))
		hd_access_counts_note(&s->counts, tid, op);
	if (index != s->at || !alternate_counts(s, op))
		return;
	s->start[index] -= s->start[index] > 0;
	s->left -= s->left > 0;
}

static void alternate_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct alternate *s = state;

	(void)parent;
	(void)rng;
	s->born += alternate_index(s, child) < MOST_THREADS;
}

static uint32_t alternate_depth(uint64_t random)
{
	return hd_depth_mostly_small(random, 1, 4);
}

const struct hd_strategy_ops hd_strategy_alternate = {
    .name = "alternate",
    .help = "two to four threads strictly in turn, depth operations each, all others last",
    .depth = alternate_depth,
    .size = sizeof(struct alternate),
    .begin = alternate_begin,
    .pick = alternate_pick,
    .value = hd_value_uniform,
    .saw = alternate_saw,
    .born = alternate_born,
};
