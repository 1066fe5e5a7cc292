/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads-from fuzzing: Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox Fuzzing for Concurrency Testing",
 * ASPLOS 2024. A run gets an abstract schedule, constraints of the form "this read sees that write", or does
 * not see it (rf_corpus.h). A thread is held at a read whose wanted write has not happened yet, and at a
 * write that would come between the wanted one and the read. All else goes as in POS: random priorities of
 * operations, drawn anew where operations conflict. Schedules whose runs showed new pairs of write and read,
 * or a new set of them, are kept and varied, and those that led to rare sets most.
 *
 * We differ: a constraint may skip the first reads or writes of its sites, so that late rounds of one thread
 * meet early ones of another. When all threads that can go are held, the highest of them goes; when that or
 * yields of other threads happen too often, or a thread is held much longer than runs usually take, the rest
 * of the run is left to POS. */
#include "strategy/random/rf_corpus.h"
#include "strategy/strategy.h"
#include "strategy/yield.h"

#define DRAWN	       (1u << 31) /* priorities that were drawn are above those of threads that yielded */
#define PATIENCE_LEAST 1000	  /* decisions, for runs that are short */
#define MOST_YIELDS    64	  /* of a run: threads may wait for one that is held */
#define MOST_RELEASES  8

struct rf {
	struct hd_reads_from watch;
	struct hd_rf_corpus corpus;
	struct hd_rf_schedule schedule; /* of this run */
	struct {
		uint32_t reads, writes; /* at its sites so far */
		bool done;
	} progress[HD_RF_CONSTRAINTS];
	uint64_t usual;	   /* steps of a run; learnt */
	uint64_t held;	   /* decisions with threads held */
	uint32_t yields;   /* of this run */
	uint32_t releases; /* of held threads because no other could go */
	bool over;	   /* the rest of the run is left to chance */
	uint32_t lowest;   /* the next yielding thread gets one less */
	uint32_t priority[HD_MAX_THREADS];
};

static uint32_t rf_draw(struct hd_rng *rng)
{
	return (uint32_t)(hd_rng_next(rng) >> 33) | DRAWN;
}

static bool rf_begin(void *state, const struct hd_run_info *run)
{
	struct rf *s = state;

	hd_rf_corpus_draw(&s->corpus, &s->watch, run->rng, &s->schedule);
	hd_reads_from_begin(&s->watch);
	for (uint32_t i = 0; i < HD_RF_CONSTRAINTS; i++) {
		s->progress[i].reads = s->progress[i].writes = 0;
		s->progress[i].done = false;
	}
	s->held = 0;
	s->yields = s->releases = 0;
	s->over = !s->schedule.n;
	s->lowest = DRAWN;
	return true;
}

/* The read would see the write that the constraint names now. */
static bool is_armed(const struct rf *s, uint32_t i)
{
	const struct hd_rf_constraint *k = &s->schedule.of[i];

	return hd_reads_from_last(&s->watch, k->addr) == k->write &&
	       (k->write == HD_READS_FROM_START || s->progress[i].writes > k->skip_writes);
}

static bool breaks(const struct rf *s, uint32_t i, const struct hd_op *op)
{
	const struct hd_rf_constraint *k = &s->schedule.of[i];
	bool is_read = op->site == k->read, armed;

	if (s->progress[i].done || op->addr != k->addr)
		return false;
	armed = is_armed(s, i);
	if (k->never)
		return is_read && armed;
	if (is_read && s->progress[i].reads >= k->skip_reads)
		return !armed;
	if (!hd_reads_from_writes(op))
		return false;
	if (armed) /* it would come between the two */
		return true;
	/* The write is not to come before the reads that are skipped. */
	return op->site == k->write && s->progress[i].writes == k->skip_writes &&
	       s->progress[i].reads < k->skip_reads;
}

static bool rf_is_held(const struct rf *s, const struct hd_op *op)
{
	if (!op->addr || !hd_access_counts_matters(op))
		return false;
	for (uint32_t i = 0; i < s->schedule.n && i < HD_RF_CONSTRAINTS; i++)
		if (breaks(s, i, op))
			return true;
	return false;
}

static hd_tid rf_pick(void *state, const struct hd_choice *c)
{
	struct rf *s = state;
	uint64_t best = 0, best_held = 0;

	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];
		uint64_t key = (uint64_t)s->priority[t] << 16 | t;

		if (!s->over && rf_is_held(s, &c->ops[t]))
			best_held = key > best_held ? key : best_held;
		else
			best = key > best ? key : best;
	}
	if (best_held) {
		uint64_t patience = s->usual * 2 > PATIENCE_LEAST ? s->usual * 2 : PATIENCE_LEAST;

		s->over = ++s->held > patience || (!best && ++s->releases > MOST_RELEASES);
	}
	return (hd_tid)(best ? best : best_held);
}

static void rf_progress(struct rf *s, const struct hd_op *op)
{
	for (uint32_t i = 0; i < s->schedule.n && i < HD_RF_CONSTRAINTS; i++) {
		const struct hd_rf_constraint *k = &s->schedule.of[i];

		if (op->addr != k->addr)
			continue;
		if (op->site == k->read) {
			s->progress[i].done |= !k->never && s->progress[i].reads >= k->skip_reads;
			s->progress[i].reads++;
		}
		if (op->site == k->write)
			s->progress[i].writes++;
		else if (k->write == HD_READS_FROM_START && hd_reads_from_writes(op))
			s->progress[i].done |= !k->never; /* it cannot be had any more */
	}
}

static void rf_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct rf *s = state;
	hd_tid yielding = hd_yielding(tid, op, c);

	s->priority[tid] = rf_draw(c->rng);
	if (__builtin_expect(yielding != HD_NO_TID, 0)) {
		s->priority[yielding] = s->lowest ? --s->lowest : 0;
		s->over |= ++s->yields > MOST_YIELDS;
	}
	if (!op->addr)
		return;
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] != tid && hd_ops_conflict(op, &c->ops[c->ready[i]]))
			s->priority[c->ready[i]] = rf_draw(c->rng);
	if (!hd_access_counts_matters(op))
		return;
	rf_progress(s, op);
	hd_reads_from_note(&s->watch, tid, op);
}

static void rf_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct rf *s = state;

	(void)parent;
	s->priority[child] = rf_draw(rng);
}

static void rf_end(void *state, const struct hd_run_info *run)
{
	struct rf *s = state;

	hd_rf_corpus_learn(&s->corpus, &s->watch, &s->schedule, run->rng);
	s->usual = run->steps;
}

const struct hd_strategy_ops hd_strategy_rf = {
    .name = "rf",
    .help = "drive reads to see certain writes, and vary what showed new pairs of them",
    .size = sizeof(struct rf),
    .begin = rf_begin,
    .pick = rf_pick,
    .value = hd_value_uniform,
    .saw = rf_saw,
    .born = rf_born,
    .end = rf_end,
};
