/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/campaign.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/avoid.h"
#include "heddle/failures/bugdir.h"
#include "heddle/campaign/campaign_end.h"
#include "heddle/campaign/campaign_state.h"
#include "heddle/campaign/changed_code.h"
#include "heddle/campaign/findings.h"
#include "heddle/campaign/finished.h"
#include "heddle/campaign/known_bugs.h"
#include "heddle/campaign/proof.h"
#include "heddle/campaign/resume.h"
#include "heddle/campaign/search_pages.h"
#include "heddle/campaign/verdict.h"
#include "heddle/cli/cmd.h"
#include "heddle/sets/unit_log_file.h"
#include "heddle/supervisor/worker_events.h"
#include "heddle/workers/schedule_record.h"
#include "heddle/workers/uncontrolled_sources.h"
#include "model/check.h"
#include "strategy/strategy.h"
#include "symbol/symbol.h"

#define NEWS_OF_FAILURE 8     /* a failure that is new counts as much as so many iRoots */
#define GRACE		1.0   /* seconds for workers to end by themselves */
#define LOOK_EVERY	0.2   /* seconds between looks at the clock and the counters */
#define LOOK_FIRST	0.03  /* most is learnt in the beginning: that shall not be lost */
#define FIRST_TIMEOUT	120.0 /* seconds for the first run, if it makes steps and the user does not say */
#define CONFIRM_LEAST	5.0   /* seconds that replays may take after the time is over … */
#define CONFIRM_SHARE	0.25  /* … or that part of the time, if it is more */
#define CAUSES_MOST	8     /* of failures that look the same */

static void fill_wire(const struct hd_test_options *o, struct hd_wire *wire)
{
	wire->options = o->search;
	wire->options.systematic_seed = o->search.seed;
	wire->expect_exit = o->expect_exit;
	wire->controls_children = o->controls_children;
	wire->keep_going = o->keep_going;
	wire->backtracks = o->backtracks;
	wire->verify = o->verify;
	/* What is asked for by name is about all runs. */
	wire->watch_all = o->watch_all || (o->checks & HD_CHECK_NAMED & ~HD_CHECK_ALL);
	wire->until_covered = o->until_covered;
	wire->retry = o->retry;
	wire->iroot_window = o->window;
	wire->iroot_attempts = o->attempts;
	wire->checks = o->checks | HD_CHECK_iroots;
	wire->fail_on = o->fail_on;
	wire->log_hashes = o->hashes != NULL;
	wire->max_steps = o->max_steps;
	wire->run_limit = o->runs;
	if (o->most)
		memcpy(wire->most, o->most, sizeof(wire->most));
	for (unsigned i = 0; i < o->jobs; i++)
		wire->workers[i].reset = o->reset;
}

static FILE *report_stream(const struct hd_test_options *o)
{
	if (o->report)
		return o->report;
	return o->json && !strcmp(o->json, "-") ? stderr : stdout;
}

static int open_files(struct hd_campaign *c)
{
	const struct hd_test_options *o = c->options;

	if (hd_bugdir_prepare(o->out))
		return HD_EXIT_TROUBLE;
	c->error_path = hd_sprintf("%s/internal-error.txt", o->out);
	hd_assert_leaves(c->error_path);
	if (o->json && strcmp(o->json, "-") != 0 && hd_outfile_open(&c->json, o->json))
		return hd_complain_errno(errno, "cannot write %s", o->json);
	if (o->html && hd_make_directories(o->html))
		return hd_complain_errno(errno, "cannot create the folder %s", o->html);
	if (o->hashes && hd_outfile_open(&c->hashes, o->hashes))
		return hd_complain_errno(errno, "cannot write %s", o->hashes);
	return hd_result_files_open(&c->files, o) || hd_baseline_load(&c->baseline, o->baseline)
		   ? HD_EXIT_TROUBLE
		   : 0;
}

static int campaign_init(struct hd_campaign *c, const struct hd_test_options *asked,
			 const struct hd_target *target)
{
	const struct hd_test_options *o = &c->own;

	*c = (struct hd_campaign){.own = *asked, .options = o, .target = target, .symbols = hd_symbols_new()};
	c->confirm = (struct hd_confirm){.options = o,
					 .target = target,
					 .symbols = c->symbols,
					 .ledger = &c->ledger,
					 .results = &c->results,
					 .baseline = &c->baseline,
					 .out = report_stream(o),
					 .colour = hd_colours(fileno(report_stream(o)))};
	if (open_files(c) || hd_workers_init(&c->workers, target, o->jobs))
		return HD_EXIT_TROUBLE;
	fill_wire(o, c->workers.wire);
	c->workers.wire->one_if_names = !c->workers.around; /* a server has its own */
	if (o->checks & HD_CHECK_atomic_set) {
		if (hd_atomic_sets_init(&c->sets, target->program, o->project))
			return HD_EXIT_TROUBLE;
		hd_atomic_sets_send(&c->sets, c->workers.wire);
		hd_symbols_name_heap(c->symbols, hd_atomic_sets_heap, &c->sets);
		if (o->record && hd_unit_log_create(o->record, c->workers.wire))
			return HD_EXIT_TROUBLE;
	}
	c->workers.timeout = o->timeout;
	c->workers.timeout_adapts = o->timeout_adapts;
	c->workers.first_timeout = o->timeout_adapts ? FIRST_TIMEOUT : 0;
	c->learnt =
	    (struct hd_learnt){.options = o, .target = target, .symbols = c->symbols, .ledger = &c->ledger};
	if (hd_learnt_load(&c->learnt, c->workers.wire))
		return HD_EXIT_TROUBLE;
	hd_resume_load(c);
	c->guidance =
	    (struct hd_guidance){.wire = c->workers.wire, .symbols = c->symbols, .program = target->program};
	hd_guidance_init(&c->guidance);
	return 0;
}

static void campaign_term(struct hd_campaign *c)
{
	hd_assert_leaves(NULL);
	if (c->workers.target)
		hd_workers_term(&c->workers);
	if (c->json.f)
		hd_outfile_abandon(&c->json);
	if (c->hashes.f)
		hd_outfile_abandon(&c->hashes);
	hd_result_files_term(&c->files);
	hd_results_term(&c->results);
	hd_baseline_term(&c->baseline);
	hd_known_bugs_term(&c->known);
	hd_finished_term(&c->finished);
	hd_learnt_term(&c->learnt);
	hd_deferred_term(&c->deferred);
	hd_guidance_term(&c->guidance);
	hd_ledger_term(&c->ledger);
	hd_symbols_free(c->symbols);
	hd_atomic_sets_term(&c->sets);
	free(c->error_path);
}

/* The run had more steps than a schedule holds: heddle can only report that it failed. */
static void tell_too_long(struct hd_campaign *c, unsigned worker, const struct hd_wire_failure *f,
			  struct hd_known *known)
{
	const struct hd_summary_failure failure = {.kind = hd_outcome_text[f->outcome],
						   .message = f->message,
						   .strategy = hd_strategies[f->plan.strategy]->name,
						   .reset =
						       hd_reset_text(c->workers.wire->workers[worker].reset),
						   .run = f->run,
						   .hash = f->hash,
						   .count = 1,
						   .counts = true,
						   .seconds = hd_now() - c->start};

	hd_ledger_failure(&c->ledger, known, &failure);
	hd_complain("inconclusive: a failure was seen but cannot be replayed: %s (%s) in run %" PRIu64
		    " after %" PRIu64
		    " steps, but a schedule holds no more than %u; give the program less to do in a run",
		    failure.kind, f->message, f->run, f->steps, HD_MAX_SCHEDULE);
}

/* The record makes no sense, so even its message may be wrong. */
static void tell_overwritten(struct hd_campaign *c, const struct hd_wire_failure *f)
{
	c->overwritten = true;
	if (hd_ledger_finding(&c->ledger, "unrecorded-failure", f->message, f->run))
		hd_complain("%s (%s) happened in run %" PRIu64
			    ", but the program has overwritten the record of the run, so it cannot be "
			    "replayed and is not counted as a failure",
			    hd_outcome_text[f->outcome], f->message, f->run);
}

static void tell_unrecorded(struct hd_campaign *c, unsigned worker, const struct hd_wire_failure *f,
			    struct hd_known *known)
{
	known->tries = HD_CONFIRM_TRIES;
	if (c->workers.wire->workers[worker].schedule_lost)
		tell_too_long(c, worker, f, known);
	else
		tell_overwritten(c, f);
}

/* The same choices did not lead to the same run: the workers must not take what they have tried for all. */
static void note_difference(struct hd_campaign *c)
{
	atomic_fetch_or(&c->workers.wire->gaps, HD_GAP_BIT(DIFFERENT));
}

/* A failure that is not confirmed yet: record, replay, report. */
static void confirm_failure(struct hd_campaign *c, unsigned worker, const struct hd_wire_failure *f,
			    struct hd_known *known)
{
	struct hd_schedule *s = hd_record_schedule(c->target, c->workers.wire, worker, f, c->symbols);
	struct hd_schedule *for_trials =
	    s ? hd_record_with_points(c->target, c->workers.wire, worker, f, c->symbols) : NULL;
	const struct hd_seen seen = {.schedule = s,
				     .for_trials = for_trials,
				     .wire = c->workers.wire,
				     .worker = worker,
				     .orders = {c->workers.wire, known->without ? f->kept : 0},
				     .seconds = hd_now() - c->start};

	hd_status_clear(&c->status);
	if (!c->workers
		 .around) { /* a server is gone already, and others have networks and clients of their own */
		hd_workers_retire(&c->workers, worker);
		hd_workers_pause_others(&c->workers, worker);
	}
	if (!s)
		tell_unrecorded(c, worker, f, known);
	else if (!hd_confirm_failure(&c->confirm, known, &seen))
		note_difference(c);
	else
		c->over |= !c->options->keep_going && !c->ledger.failures[known->failure - 1].known;
	hd_workers_go_on(&c->workers);
	hd_schedule_free(s);
	hd_schedule_free(for_trials);
}

/* A failure that needs an early time-out: the search goes on, and the failure is reported at its end. */
static void put_off(struct hd_campaign *c, unsigned worker, const struct hd_wire_failure *f,
		    struct hd_known *known)
{
	size_t index = (size_t)(known - c->ledger.known);
	struct hd_schedule *s = NULL;

	if (hd_deferred_wants(&c->deferred, index)) {
		s = hd_record_schedule(c->target, c->workers.wire, worker, f, c->symbols);
		if (s)
			hd_deferred_add(&c->deferred, index, s, hd_now() - c->start);
		else
			tell_unrecorded(c, worker, f, known);
	}
}

/* A run that was driven to an aim failed. */
static void note_aim(struct hd_campaign *c, const struct hd_wire_failure *f, const struct hd_known *known)
{
	if (f->aim && f->aim <= HD_MAX_AIMS && known->failure && !c->aim_bugs[f->aim - 1])
		c->aim_bugs[f->aim - 1] = c->ledger.failures[known->failure - 1].id;
}

/* It is new, or was not confirmed so far. */
static bool needs_replay(const struct hd_campaign *c, const struct hd_known *known)
{
	return !known->failure ||
	       (!c->ledger.failures[known->failure - 1].confirmed && known->tries < HD_CONFIRM_TRIES);
}

static void count_again(struct hd_campaign *c, size_t failure)
{
	uint64_t count = ++c->ledger.failures[failure - 1].count;

	hd_avoid_count(c->workers.wire, failure, count);
}

/* What the failure looks like; where a known one does and has another cause, it is not that one. */
static struct hd_known *meet_failure(struct hd_campaign *c, const struct hd_wire_failure *f)
{
	struct hd_known *known = hd_ledger_meet(&c->ledger, f, 0);

	for (unsigned i = 0; i < CAUSES_MOST && known->failure && known->failure != known->without &&
			     hd_avoid_has_other_cause(c->workers.wire, f, known->failure);
	     i++)
		known = hd_ledger_meet(&c->ledger, f, known->failure);
	return known;
}

static void failure_reported(struct hd_campaign *c, unsigned worker)
{
	static struct hd_wire_failure f;
	struct hd_known *known;
	bool is_new;

	hd_record_failure(c->workers.wire, worker, &f);
	if (!hd_outcome_is_failure[f.outcome] ||
	    (f.outcome == HD_OUT_RACE && hd_findings_suppressed(c, f.aim))) {
		hd_workers_resume(&c->workers, worker);
		return;
	}
	known = meet_failure(c, &f);
	is_new = !known->failure;
	if (!needs_replay(c, known)) {
		if (known->failure)
			count_again(c, known->failure);
	} else if (f.early.needed && !(c->options->fail_on & HD_FAIL_ON_EARLY)) {
		put_off(c, worker, &f, known);
	} else {
		confirm_failure(c, worker, &f, known);
	}
	/* `auto` divides time by such yields, too: the worker must find it before its next run. */
	if (is_new && known->failure)
		c->workers.wire->workers[worker].news += NEWS_OF_FAILURE;
	note_aim(c, &f, known);
	if (!c->over)
		hd_workers_resume(&c->workers, worker);
}

static void unstable_run(struct hd_campaign *c, const struct hd_workers_event *e)
{
	char *sources;

	note_difference(c);
	if (c->unstable++)
		return;
	sources = hd_sources_text(c->workers.wire, c->symbols);
	hd_ledger_finding(&c->ledger, "uncontrolled-nondeterminism", "a run and its replay differed", e->run);
	hd_status_clear(&c->status);
	hd_complain("uncontrolled nondeterminism: run %" PRIu64
		    " and its replay differed. Not controlled: %s",
		    e->run, sources);
	free(sources);
}

static void tell_blind(struct hd_campaign *c)
{
	if (c->told_blind || c->target->elf.instrumented || c->workers.wire->instrumented ||
	    !hd_campaign_runs(c))
		return;
	c->told_blind = true;
	if (c->options->quiet)
		return;
	hd_status_clear(&c->status);
	hd_complain("note: %s was not built with heddle-cc: its memory accesses are invisible, only its "
		    "synchronisation is explored",
		    c->target->program);
}

static void tell_about_servers(struct hd_campaign *c)
{
	if (c->workers.unwilling && !c->told_unwilling && !c->options->quiet) {
		hd_status_clear(&c->status);
		hd_complain("note: the server did not end within %g s after SIGTERM and was killed (--grace "
			    "gives it more time)",
			    c->target->grace);
	}
	c->told_unwilling = c->workers.unwilling;
	if (c->workers.teardown_trouble && !c->told_teardown) {
		hd_status_clear(&c->status);
		hd_complain("note: %s", c->workers.teardown_trouble);
	}
	c->told_teardown = c->workers.teardown_trouble;
}

static void handle(struct hd_campaign *c, const struct hd_workers_event *e)
{
	switch (e->what) {
	case HD_WORKERS_FAILURE:
		tell_blind(c);
		failure_reported(c, e->worker);
		break;
	case HD_WORKERS_HASH:
		if (c->hashes.f)
			fprintf(c->hashes.f, "%" PRIu64 " %016" PRIx64 "\n", e->run, e->hash);
		break;
	case HD_WORKERS_UNSTABLE:
		unstable_run(c, e);
		break;
	case HD_WORKERS_TROUBLE:
		c->trouble = true;
		c->trouble_worker = e->worker;
		c->over = true;
		break;
	case HD_WORKERS_END:
		c->over = true;
		break;
	case HD_WORKERS_TICK:
		break;
	}
}

/* Of the runs under way, the one that began first. */
static void look_at_longest(const struct hd_campaign *c, struct hd_status_view *view, double now)
{
	for (unsigned i = 0; i < c->workers.n; i++) {
		const struct hd_wire_worker *slot = &c->workers.wire->workers[i];
		const struct hd_run_watch *watch = &c->workers.workers[i].watch;

		if (!watch->busy || now - watch->since <= view->run_seconds)
			continue;
		view->run_seconds = now - watch->since;
		view->run = watch->run;
		view->run_steps = slot->live_steps > slot->nschedule ? slot->live_steps : slot->nschedule;
		view->run_accesses = slot->live_accesses;
	}
}

static void look(struct hd_campaign *c, double now)
{
	struct hd_status_view view;

	c->interrupted = c->target->signals->interrupts;
	if (c->interrupted || now >= c->deadline)
		c->over = true;
	tell_blind(c);
	tell_about_servers(c);
	if (!hd_status_due(&c->status, now))
		return;
	view = (struct hd_status_view){.runs = hd_campaign_runs(c),
				       .sites = c->workers.wire->nsites,
				       .failures = (unsigned)c->ledger.nfailures,
				       .explored = hd_proof_explored(c),
				       .left = c->deadline - now};
	look_at_longest(c, &view, now);
	hd_status_show(&c->status, &view, now);
}

static void save(struct hd_campaign *c, const char *verdict, double seconds, bool last)
{
	const struct hd_progress progress = {
	    .runs = hd_campaign_runs(c), .seconds = seconds, .verdict = verdict, .last = last};

	hd_learnt_save(&c->learnt, c->workers.wire, &progress);
	if (!last)
		hd_learnt_listen(&c->learnt, c->workers.wire);
}

static void search_until_over(struct hd_campaign *c)
{
	struct hd_workers_event e;
	double next = 0, until;

	hd_workers_start(&c->workers);
	while (!c->over) {
		double now = hd_now();

		if (now >= next || now >= c->deadline) {
			look(c, now);
			if (next > 0 && !c->over)
				save(c, hd_verdict_text(HD_VERDICT_INTERRUPTED), now - c->start, false);
			next = now + (next > 0 ? LOOK_EVERY : LOOK_FIRST);
		}
		if (c->over)
			break;
		until = fmin(fmin(next, c->deadline),
			     now + hd_guidance_look(&c->guidance, hd_campaign_runs(c), hd_campaign_steps(c)));
		hd_workers_next(&c->workers, until, &e);
		handle(c, &e);
	}
	c->seconds = hd_now() - c->start;
	hd_status_clear(&c->status);
	hd_workers_stop(&c->workers, GRACE);
	tell_blind(c);
	tell_about_servers(c);
}

static double time_to_confirm(const struct hd_test_options *o)
{
	double share = CONFIRM_SHARE * o->seconds;

	return share > CONFIRM_LEAST ? share : CONFIRM_LEAST;
}

int hd_campaign_run(const struct hd_test_options *o, const struct hd_target *target)
{
	struct hd_campaign c;
	int status = campaign_init(&c, o, target);

	if (!status) {
		c.start = hd_now();
		c.started = time(NULL);
		c.deadline = c.start + o->seconds;
		c.confirm.deadline = c.deadline + time_to_confirm(o);
		c.confirm.search = c.workers.wire;
		hd_status_init(&c.status, o->quiet, c.start);
		hd_changed_code_tell(&c);
		hd_known_bugs_try(&c);
		c.seconds = hd_now() - c.start;
		if (!c.finished.text && (!c.known.failed || o->keep_going))
			search_until_over(&c);
		hd_deferred_confirm(&c.deferred, &c.confirm, o->keep_going);
		status = hd_campaign_end(&c);
		save(&c, hd_verdict_text(hd_verdict(&c)), c.seconds, true);
		hd_resume_save(&c);
		if (hd_search_pages_write(&c) && status == HD_STATUS_OK)
			status = HD_STATUS_TROUBLE;
	}
	campaign_term(&c);
	return status;
}
