/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/rounds.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/cli/status.h"
#include "heddle/suite/search.h"
#include "heddle/suite/share.h"
#include "wire/wire.h"

#define LOOK_EVERY   100 /* milliseconds */
#define WORTH_SEARCH 0.1 /* seconds: with less left no search is begun */

struct round {
	struct hd_suite_test **tests; /* in the order in which they are searched */
	size_t n, next;
	double weights; /* of those that wait */
};

struct rounds {
	struct hd_suite *suite;
	const struct hd_suite_options *options;
	struct hd_signals *signals;
	struct hd_status status;
	struct hd_suite_search searches[HD_MAX_WORKERS]; /* options->jobs of them */
	struct hd_names told;
	char *folder;	 /* for the files of searches that run */
	double until;	 /* hd_now() at which time is over; INFINITY: never */
	unsigned number; /* of rounds so far */
	unsigned searched;
	unsigned forwarded; /* requests to stop that the searches were told of */
	bool trouble, failed, ending;
};

static unsigned running(const struct rounds *r)
{
	unsigned n = 0;

	for (unsigned i = 0; i < r->options->jobs; i++)
		n += r->searches[i].process.pid != 0;
	return n;
}

static bool is_over(const struct rounds *r)
{
	return r->signals->interrupts || r->trouble || (r->failed && r->options->one_failure) ||
	       hd_now() + WORTH_SEARCH > r->until;
}

static struct hd_suite_budget budget_of(const struct rounds *r, const struct round *round, double weight)
{
	const struct hd_suite_options *o = r->options;
	double left = r->until - hd_now();
	size_t sharing = round->n - round->next + running(r); /* the rest of the time */
	struct hd_suite_budget b = {.runs = o->runs, .jobs = 1};

	if (o->runs) {
		b.seconds = isfinite(left) ? left : 0;
		return b;
	}
	if (r->number == 1) {
		b.seconds = hd_share_of_look(o->seconds, round->n, o->jobs);
		b.runs = HD_LOOK_RUNS;
		return b;
	}
	b.seconds = hd_share_of_round(left, weight, round->weights, sharing, o->jobs);
	if (sharing > 0 && sharing < o->jobs)
		b.jobs = o->jobs / (unsigned)sharing;
	return b;
}

static void start_next(struct rounds *r, struct round *round, struct hd_suite_search *free_one)
{
	struct hd_suite_test *t = round->tests[round->next];
	double weight = hd_share_weight(t);
	const struct hd_suite_budget budget = budget_of(r, round, weight);

	round->next++;
	round->weights -= weight;
	*free_one = (struct hd_suite_search){.test = t, .number = r->searched++};
	r->trouble = !hd_suite_search_start(free_one, r->options, &budget, r->folder, r->signals);
}

static void tell_failure(struct rounds *r, const struct hd_suite_test *t)
{
	char *folder, *word, *why = hd_suite_failure_text(t);

	hd_status_clear(&r->status);
	printf("heddle: failed: %s %s: %s\n", r->options->noun, t->name, why);
	free(why);
	if (t->result.bug) {
		folder = hd_sprintf("%s/bug-%u", r->options->out, t->result.bug);
		word = hd_shell_word(folder);
		printf("  heddle replay %s\n", word);
		free(folder);
		free(word);
	}
	fflush(stdout);
}

static void reap(struct rounds *r)
{
	for (unsigned i = 0; i < r->options->jobs; i++) {
		struct hd_suite_search *s = &r->searches[i];

		if (!hd_test_process_ended(&s->process))
			continue;
		hd_status_clear(&r->status);
		hd_suite_search_end(s, r->options, r->folder, r->signals->interrupts, &r->told);
		if (!hd_suite_verdict_is(s->test, HD_VERDICT_FAILED))
			continue;
		r->failed = true;
		tell_failure(r, s->test);
	}
}

/* Once: the other searches are not asked to stop again and again. */
static bool ends_at_failure(struct rounds *r)
{
	bool ends = r->failed && r->options->one_failure && !r->ending;

	r->ending |= ends;
	return ends;
}

/* A search that is stuck, and all searches when the user wants to stop: heddle test then tells what it has.
 */
static void stop_searches(struct rounds *r)
{
	bool stop = r->signals->interrupts > r->forwarded || ends_at_failure(r);

	r->forwarded = r->signals->interrupts;
	for (unsigned i = 0; i < r->options->jobs; i++)
		hd_test_process_look_after(&r->searches[i].process, stop);
}

static void show_progress(struct rounds *r, const struct round *round)
{
	double now = hd_now();
	size_t failed = hd_suite_count(r->suite, HD_VERDICT_FAILED);
	const struct hd_suite_test *t = NULL;
	char left[48] = "", *line;

	if (!hd_status_due(&r->status, now))
		return;
	for (unsigned i = 0; i < r->options->jobs; i++)
		if (r->searches[i].process.pid)
			t = r->searches[i].test;
	if (isfinite(r->until))
		snprintf(left, sizeof(left), ", %.0f s left", r->until > now ? r->until - now : 0);
	line =
	    hd_sprintf("heddle: round %u: %zu of %zu %ss, %zu failed%s: %s", r->number,
		       round->next - running(r), round->n, r->options->noun, failed, left, t ? t->name : "");
	hd_status_line(&r->status, line, now);
	free(line);
}

static void await_news(struct rounds *r)
{
	struct pollfd news = {.fd = r->signals->fd, .events = POLLIN};

	poll(&news, 1, LOOK_EVERY);
	hd_signals_read(r->signals);
}

static void search_round(struct rounds *r, struct round *round)
{
	r->number++;
	while (running(r) || (round->next < round->n && !is_over(r))) {
		for (unsigned i = 0; i < r->options->jobs && round->next < round->n && !is_over(r); i++)
			if (!r->searches[i].process.pid)
				start_next(r, round, &r->searches[i]);
		await_news(r);
		stop_searches(r);
		reap(r);
		show_progress(r, round);
	}
}

static int by_weight(const void *a, const void *b)
{
	struct hd_suite_test *const *x = a, *const *y = b;
	double wx = hd_share_weight(*x), wy = hd_share_weight(*y);

	if (wx != wy)
		return wx < wy ? 1 : -1;
	return *x < *y ? -1 : *x > *y;
}

static void make_round(struct rounds *r, struct round *round)
{
	*round = (struct round){.tests = hd_new(r->suite->n, sizeof(struct hd_suite_test *))};
	for (size_t i = 0; i < r->suite->n; i++) {
		struct hd_suite_test *t = &r->suite->tests[i];

		if (r->number ? !hd_share_is_open(t) : t->skipped != NULL)
			continue;
		round->tests[round->n++] = t;
		round->weights += hd_share_weight(t);
	}
	if (r->number)
		qsort(round->tests, round->n, sizeof(struct hd_suite_test *), by_weight);
}

static void search_rounds(struct rounds *r)
{
	struct round round;
	bool more = true;

	while (more) {
		make_round(r, &round);
		more = round.n;
		if (more)
			search_round(r, &round);
		free(round.tests);
		more = more && !r->options->runs && !is_over(r);
	}
}

/* What was not searched. */
static void settle_verdicts(struct hd_suite *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct hd_suite_test *t = &s->tests[i];

		if (!t->result.verdict)
			t->result.verdict = t->skipped ? HD_VERDICT_SKIPPED : HD_VERDICT_NOT_RUN;
	}
}

int hd_suite_rounds(struct hd_suite *s, const struct hd_suite_options *o, struct hd_signals *signals)
{
	const char *tmp = getenv("TMPDIR");
	double now = hd_now();
	struct rounds r = {.suite = s,
			   .options = o,
			   .signals = signals,
			   .folder = hd_sprintf("%s/heddle-suite.XXXXXX", tmp && *tmp ? tmp : "/tmp"),
			   .until = o->seconds > 0 ? now + o->seconds : INFINITY};

	hd_status_init(&r.status, o->quiet, now);
	if (!mkdtemp(r.folder)) {
		hd_complain_errno(errno, "cannot make the folder %s", r.folder);
		r.trouble = true;
	} else {
		search_rounds(&r);
		hd_remove_tree(r.folder);
	}
	hd_status_clear(&r.status);
	settle_verdicts(s);
	hd_names_free(&r.told);
	free(r.folder);
	return r.trouble ? HD_EXIT_TROUBLE : 0;
}
