/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/hunt.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/fail.h"

#define BATCH	     64 /* candidates that are run before the results of the first are looked at */
#define CHANCE_RUNS  4	/* of a test: the first one is watched, the others go for the races that it shows */
#define LEAST_RUNS   12 /* of a systematic search */
#define USUAL_RUNS   16 /* … on the average: what short searches leave is for long ones */
#define IDLE_BATCHES 50 /* in a row with nothing to run: nothing can be tested */

struct hunt_entry {
	struct hd_candidate candidate;
	struct hd_effort effort;	/* of a test */
	const struct hd_oracle *oracle; /* whose runner runs it … */
	uint32_t number;		/* … as this job */
};

struct hunt_batch {
	unsigned n;
	struct hunt_entry jobs[BATCH];
};

static uint32_t last_function(const struct hd_part *part)
{
	return part->calls[part->n - 1].function;
}

/* What the search may take is taken from what is saved, and given back when it took less. */
static struct hd_effort effort_for_test(struct hd_hunt *h, const struct hd_test *t)
{
	uint64_t limit =
	    hd_experience_limit(h->experience, last_function(&t->suffix[0]), last_function(&t->suffix[1]));

	h->saved_runs += USUAL_RUNS;
	if (limit > h->saved_runs)
		limit = h->saved_runs;
	if (limit < LEAST_RUNS)
		limit = LEAST_RUNS;
	h->saved_runs -= limit < h->saved_runs ? limit : h->saved_runs;
	return (struct hd_effort){.chance = CHANCE_RUNS, .systematic = (uint32_t)limit};
}

static void make_job(struct hd_hunt *h, struct hunt_entry *e, struct gen_job *job)
{
	const struct hd_candidate *c = &e->candidate;

	if (c->kind == HD_CANDIDATE_TEST) {
		e->effort = effort_for_test(h, &c->test);
		hd_oracle_job(e->oracle, &c->test, e->effort, job);
	} else {
		hd_test_job(h->model, &c->test, false, job);
	}
}

static int fill_batch(struct hd_hunt *h, struct hunt_batch *b)
{
	b->n = 0;
	for (unsigned tries = 0; tries < 2 * BATCH && b->n < BATCH; tries++) {
		struct hd_candidate *c = &b->jobs[b->n].candidate;
		struct gen_job job;
		int status;

		if (!hd_generator_next(&h->generator, c))
			continue;
		b->jobs[b->n].oracle = &h->oracles[b->n % h->noracles];
		make_job(h, &b->jobs[b->n], &job);
		status = hd_job_submit(b->jobs[b->n].oracle->runner, &job, &b->jobs[b->n].number);
		if (status)
			return status;
		b->n++;
	}
	h->idle = b->n ? 0 : h->idle + 1;
	return 0;
}

/* A prefix or a suffix ran alone. */
static void judge_sequence(struct hd_hunt *h, const struct hd_candidate *c, const struct hd_job_end *end)
{
	const struct hd_part *part = c->kind == HD_CANDIDATE_PREFIX ? &c->test.prefix : &c->test.suffix[0];
	const char *how = end->outcome != HD_OUT_PASSED ? end->message
			  : end->state == GEN_NO_OBJECT ? "it returned no object"
							: NULL;

	h->sequences++;
	h->rejected += how != NULL;
	if (!how)
		hd_generator_accept(&h->generator, c);
	if (!how)
		for (unsigned i = 0; i < part->n; i++)
			hd_experience_call(h->experience, h->model, &part->calls[i], NULL);
	else if (part->n == 1 || (c->kind == HD_CANDIDATE_PREFIX && part->n == 2))
		hd_experience_call(h->experience, h->model, &part->calls[part->n - 1], how);
}

static void count_pairs(struct hd_hunt *h, const struct hd_part *one, const struct hd_part *other,
			uint32_t runs)
{
	for (unsigned i = 0; i < one->n; i++)
		for (unsigned j = 0; j < other->n; j++)
			hd_experience_tested(h->experience, one->calls[i].function, other->calls[j].function,
					     runs);
}

static void count_test(struct hd_hunt *h, const struct hd_test *t, uint32_t runs)
{
	for (unsigned i = 0; i < GEN_THREADS; i++)
		for (unsigned j = i + 1; j < GEN_THREADS; j++)
			count_pairs(h, &t->suffix[i], &t->suffix[j], runs);
}

static void count_search(struct hd_hunt *h, const struct hunt_entry *e, const struct hd_job_end *end)
{
	const struct hd_test *t = &e->candidate.test;
	uint32_t runs = end->runs > e->effort.chance ? end->runs - e->effort.chance : 0;

	if (runs < e->effort.systematic)
		h->saved_runs += e->effort.systematic - runs;
	if (end->outcome == HD_OUT_PASSED && end->state == GEN_DONE)
		hd_experience_searched(h->experience, last_function(&t->suffix[0]),
				       last_function(&t->suffix[1]), e->effort.systematic, end->exhausted);
}

/* A concurrent test has run. *suspect: it is one. */
static int judge_test(struct hd_hunt *h, const struct hunt_entry *e, const struct hd_job_end *end,
		      bool *suspect)
{
	const struct hd_candidate *c = &e->candidate;
	bool fails = false;
	int status = 0;

	h->tests++;
	h->exhausted += end->exhausted;
	count_test(h, &c->test, end->runs);
	count_search(h, e, end);
	*suspect = false;
	if (end->outcome == HD_OUT_PASSED)
		return 0;
	status = hd_oracle_orders_fail(e->oracle, &c->test, &fails);
	h->discarded += !status && fails;
	*suspect = !status && !fails;
	return status;
}

/* In the order in which they were submitted: what is learnt does not depend on when results come in. */
static int judge_batch(struct hd_hunt *h, const struct hunt_batch *b, struct hd_suspect *out, bool *found)
{
	for (unsigned i = 0; i < b->n; i++) {
		const struct hd_candidate *c = &b->jobs[i].candidate;
		const struct hd_job_runner *runner = b->jobs[i].oracle->runner;
		int status = hd_job_await(b->jobs[i].oracle->runner, b->jobs[i].number);
		struct hd_job_end end = *hd_job_end_of(runner, b->jobs[i].number);
		bool suspect = false;

		if (status)
			return status;
		if (c->kind != HD_CANDIDATE_TEST)
			judge_sequence(h, c, &end);
		else
			status = judge_test(h, &b->jobs[i], &end, &suspect);
		if (suspect && !*found)
			*out = (struct hd_suspect){.test = c->test, .end = end};
		*found |= suspect;
		if (status)
			return status;
	}
	return 0;
}

static bool is_over(const struct hd_hunt *h)
{
	return hd_now() >= h->limits.until || h->tests >= h->limits.tests || h->idle >= IDLE_BATCHES;
}

/* One batch is run while the one before it is judged. */
static int hunt(struct hd_hunt *h, struct hunt_batch *batches, struct hd_suspect *out, bool *found)
{
	unsigned at = 0;
	int status = fill_batch(h, &batches[0]);

	while (!status && !*found && !is_over(h)) {
		status = fill_batch(h, &batches[!at]);
		if (!status)
			status = judge_batch(h, &batches[at], out, found);
		at = !at;
	}
	return status ? status : judge_batch(h, &batches[at], out, found);
}

enum hd_hunt_end hd_hunt_go_on(struct hd_hunt *h, struct hd_suspect *out)
{
	struct hunt_batch *batches = hd_new(2, sizeof *batches);
	bool found = false;
	int status = hunt(h, batches, out, &found);

	free(batches);
	if (status)
		return status < 0 ? HD_HUNT_INTERRUPTED : HD_HUNT_TROUBLE;
	return found ? HD_HUNT_SUSPECT : HD_HUNT_OVER;
}
