/* SPDX-License-Identifier: Apache-2.0
 *
 * Two lists of blocks take part. The outline is what the runs are told, and the less it says the better: what
 * it leaves open goes by default, without preemptions. The actual blocks are those of the smallest run so
 * far; they say what could be brought together. */
#include "heddle/shrink/minimize.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/shrink/failure_key.h"
#include "heddle/workers/schedule_record.h"
#include "heddle/workers/schedule_send.h"

#define LONG_OUTLINE 64 /* blocks from which on its end is looked for first */
#define LEARN_RUNS   2 /* of each kind: what two threads touch is known after one, who touches it after two */
#define LEARN_STEPS  5000 /* of a run in which more accesses may become steps */
#define SIGNALS_MOST 4	  /* choices of when to handle a signal, which are put off … */
#define POINTS_LATER 3	  /* … by so many points */

struct search {
	struct hd_trials trials;
	uint64_t key;
	struct hd_outline outline; /* gives the smallest run so far */
	struct hd_outline actual;  /* the blocks of that run */
	struct hd_outline try;	   /* the outline of the next experiment */
	struct hd_plan plan;	   /* of the smallest run */
	struct hd_run_size size;   /* of the smallest run */
};

/* Carry out s->try. True: it fails in the same way. */
static bool fails_alike(struct search *s)
{
	return hd_trials_run(&s->trials, &s->try) && s->trials.failure->outcome < HD_OUTCOME_COUNT &&
	       hd_outcome_is_failure[s->trials.failure->outcome] &&
	       hd_failure_key(s->trials.rerun.workers.wire, s->trials.failure) == s->key;
}

/* The last run is the smallest one now. */
static void keep_run(struct search *s)
{
	const struct hd_step *steps;
	size_t n;

	steps = hd_trials_steps(&s->trials, &n);
	hd_outline_of_steps(&s->actual, steps, n);
	hd_outline_copy(&s->outline, &s->try);
	s->size = s->trials.size;
	s->plan = *hd_trials_plan(&s->trials);
}

/* True: s->try was an improvement, and is the outline now. A run of the same size that is told less counts as
 * one, because the rest of the search has less to look at. */
static bool improve(struct search *s)
{
	int difference;

	if (!fails_alike(s))
		return false;
	difference = hd_run_size_compare(&s->trials.size, &s->size);
	if (difference > 0 || (!difference && s->try.n >= s->outline.n))
		return false;
	keep_run(s);
	return true;
}

/* Leave out ever smaller pieces of the outline, the last ones first. */
static bool drop_pieces(struct search *s)
{
	bool any = false;

	for (size_t size = s->outline.n; size && !s->trials.over; size /= 2)
		for (size_t end = s->outline.n; end && !s->trials.over;) {
			size_t start = end > size ? end - size : 0;

			hd_outline_copy(&s->try, &s->outline);
			hd_outline_drop(&s->try, start, end - start);
			any |= improve(s);
			end = start < s->outline.n ? start : s->outline.n;
		}
	return any;
}

/* Leave out all blocks of one thread. */
static bool drop_threads(struct search *s)
{
	bool any = false;

	for (size_t i = s->outline.n; i-- > 0 && !s->trials.over;) {
		hd_tid tid;

		if (i >= s->outline.n || hd_outline_next_of(&s->outline, i) < s->outline.n)
			continue; /* each thread once: at its last block */
		tid = s->outline.blocks[i].tid;
		hd_outline_copy(&s->try, &s->outline);
		for (size_t k = s->try.n; k-- > 0;)
			if (s->try.blocks[k].tid == tid)
				hd_outline_drop(&s->try, k, 1);
		any |= improve(s);
	}
	return any;
}

/* What can be done with block i of the actual blocks: the thread goes on at once with what it does in its
 * next block; it does what it does in this block later; the block comes before the one in front of it. False:
 * it cannot be done. */
static bool make_longer(struct hd_outline *o, size_t i)
{
	size_t next = hd_outline_next_of(o, i);

	if (next == o->n)
		return false;
	o->blocks[i].target = o->blocks[next].target;
	hd_outline_drop(o, next, 1);
	return true;
}

static bool make_later(struct hd_outline *o, size_t i)
{
	hd_outline_drop(o, i, 1);
	return true;
}

static bool make_earlier(struct hd_outline *o, size_t i)
{
	struct hd_block block = o->blocks[i];

	if (!i)
		return false;
	o->blocks[i] = o->blocks[i - 1];
	o->blocks[i - 1] = block;
	return true;
}

static bool make_earlier_by_two(struct hd_outline *o, size_t i)
{
	return i >= 2 && make_earlier(o, i) && make_earlier(o, i - 1);
}

static bool (*const moves[])(struct hd_outline *o, size_t i) = {make_longer, make_later, make_earlier,
								make_earlier_by_two};

/* Bring blocks of one thread together. */
static bool merge_blocks(struct search *s)
{
	bool any = false;

	for (size_t move = 0; move < sizeof(moves) / sizeof(moves[0]); move++)
		for (size_t i = s->actual.n; i-- > 0 && !s->trials.over;) {
			if (i >= s->actual.n)
				continue;
			hd_outline_copy(&s->try, &s->actual);
			if (moves[move](&s->try, i))
				any |= improve(s);
		}
	return any;
}

/* Without time-outs before their time and without wakeups for no reason, if it fails that way, too. */
static void simplify_plan(struct search *s)
{
	struct hd_plan *plan = hd_trials_plan(&s->trials);

	if (plan->timeouts == HD_TIMEOUTS_LATE && !plan->spurious)
		return;
	plan->timeouts = HD_TIMEOUTS_LATE;
	plan->spurious = 0;
	hd_outline_copy(&s->try, &s->outline);
	if (fails_alike(s))
		keep_run(s);
	else
		*hd_trials_plan(&s->trials) = s->plan;
}

/* A failure that was found early shows few of the accesses to shared memory, because little was known of
 * which are: learn that from the failing run, and from one that goes by default. */
static void learn_points(struct search *s, const struct hd_schedule *from)
{
	struct hd_wire *wire = s->trials.rerun.workers.wire;

	if (from->nsteps > LEARN_STEPS)
		return;
	wire->learns = 1;
	for (unsigned i = 0; i < 2 * LEARN_RUNS; i++) {
		hd_outline_of_steps(&s->try, from->steps, from->nsteps);
		s->try.limit = hd_schedule_op_sites(from);
		if (i >= LEARN_RUNS)
			s->try.n = 0;
		hd_trials_run(&s->trials, &s->try);
	}
	wire->learns = 0;
}

static bool handles_signals(const struct hd_schedule *from)
{
	for (size_t i = 0; i < from->nsteps; i++)
		if (from->steps[i].kind == HD_HANDLE)
			return true;
	return false;
}

/* The choice is made again before it: "not at this point". */
static void put_off(struct hd_outline *o, size_t i)
{
	o->values = hd_grow(o->values, &o->values_cap, o->nvalues + 1, sizeof(*o->values));
	memmove(&o->values[i + 1], &o->values[i], (o->nvalues++ - i) * sizeof(*o->values));
	o->values[i].site = 1;
}

/* At each point a thread with a signal chooses whether to handle it. With more points than the failing run
 * had it would do so too soon, and has to put it off to handle it where it did. */
static bool fails_with_later_signals(struct search *s, const struct hd_schedule *from)
{
	size_t n = s->try.nvalues;

	for (size_t i = 0; i < n && i < SIGNALS_MOST && handles_signals(from); i++) {
		hd_outline_of_steps(&s->try, from->steps, from->nsteps);
		s->try.limit = hd_schedule_op_sites(from);
		for (unsigned later = 0; later < POINTS_LATER; later++) {
			put_off(&s->try, i);
			if (fails_alike(s))
				return true;
		}
	}
	return false;
}

/* Repeat the run with all points of the schedule, which may be more than it had: an access that was not known
 * to be shared then is a step now. False: experiments do not show the failure. */
static bool begin_with(struct search *s, const struct hd_schedule *from, struct hd_run_size *before)
{
	learn_points(s, from);
	hd_outline_of_steps(&s->try, from->steps, from->nsteps);
	s->try.limit = hd_schedule_op_sites(from);
	if (!fails_alike(s) && !fails_with_later_signals(s, from))
		return false;
	keep_run(s);
	hd_outline_copy(&s->outline, &s->actual);
	*before = hd_run_size_of(from->steps, from->nsteps);
	before->preemptions = s->size.preemptions;
	simplify_plan(s);
	return true;
}

/* The shortest beginning of a long outline after which the run fails by default, by halves: what comes later
 * makes no difference, and a failure that happens again and again happens once then. */
static void cut_end(struct search *s)
{
	size_t enough = s->outline.n, less = 0;

	while (enough - less > 1 && !s->trials.over) {
		size_t half = less + (enough - less) / 2;

		hd_outline_copy(&s->try, &s->outline);
		hd_outline_drop(&s->try, half, s->try.n - half);
		if (improve(s))
			enough = half;
		else
			less = half;
	}
}

static void search_smaller(struct search *s)
{
	bool any;

	if (s->outline.n >= LONG_OUTLINE)
		cut_end(s);
	do {
		struct hd_run_size before = s->size;

		drop_threads(s);
		drop_pieces(s);
		merge_blocks(s);
		any = hd_run_size_compare(&s->size, &before) < 0;
	} while (any && !s->trials.over);
}

/* The search that found the failure is what its user knows. */
static void take_origin(struct hd_schedule *to, const struct hd_schedule *from)
{
	free(to->strategy);
	free(to->reset);
	to->strategy = hd_strdup(from->strategy);
	to->reset = hd_strdup(from->reset);
	to->plan.seed = from->plan.seed;
	to->plan.depth = from->plan.depth;
	to->run = from->run;
}

/* Carry out the smallest run once more, to record it. */
static void record_smallest(struct search *s, const struct hd_target *target, const struct hd_schedule *from,
			    struct hd_symbols *symbols, struct hd_minimized *result)
{
	const struct hd_wire *wire = s->trials.rerun.workers.wire;

	s->trials.over = false;
	s->trials.runs_most = s->trials.runs + 1;
	s->trials.steps_most = UINT64_MAX;
	*hd_trials_plan(&s->trials) = s->plan;
	hd_outline_copy(&s->try, &s->outline);
	if (!fails_alike(s))
		return;
	result->schedule = hd_record_schedule(target, wire, 0, s->trials.failure, symbols);
	result->for_trials = hd_record_with_points(target, wire, 0, s->trials.failure, symbols);
	if (result->schedule && result->for_trials)
		take_origin(result->schedule, from);
}

void hd_minimized_free(struct hd_minimized *m)
{
	hd_schedule_free(m->schedule);
	hd_schedule_free(m->for_trials);
	m->schedule = m->for_trials = NULL;
}

void hd_minimize(const struct hd_target *target, const struct hd_schedule *from, uint64_t key,
		 const struct hd_trials_options *o, struct hd_symbols *symbols, struct hd_minimized *result)
{
	struct search s = {.key = key};

	*result = (struct hd_minimized){0};
	if (!hd_trials_possible(from) || hd_outside_takes_part(from) ||
	    !hd_trials_init(&s.trials, target, from, o))
		return;
	if (begin_with(&s, from, &result->before)) {
		result->shown = true;
		search_smaller(&s);
		result->after = s.size;
		result->settled = !s.trials.over;
		result->runs = s.trials.runs;
		if (hd_run_size_compare(&result->after, &result->before) != 0)
			record_smallest(&s, target, from, symbols, result);
	}
	hd_trials_term(&s.trials);
	hd_outline_term(&s.outline);
	hd_outline_term(&s.actual);
	hd_outline_term(&s.try);
}
