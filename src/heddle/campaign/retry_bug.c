/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/retry_bug.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/publish.h"
#include "heddle/known/attempts.h"
#include "heddle/learnt/failing_stack.h"
#include "heddle/shrink/failure_key.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/schedule_record.h"
#include "model/schedule/schedule_load.h"
#include "report/json/report_read.h"
#include "strategy/portfolio.h"
#include "symbol/elf.h"

#define OTHERS_MOST 4 /* failures that are met on the way to one */

struct retry {
	struct hd_campaign *c;
	unsigned number;
	const char *folder;
	struct hd_schedule *schedule;
	struct hd_report *report;
	uint64_t met[OTHERS_MOST];
	unsigned nmet;
	unsigned alike; /* N of another bug that looks the same and was met, or 0 */
};

/* ---- is it about this search? ---- */

static bool same_words(char *const *a, size_t na, char *const *b, size_t nb)
{
	bool same = na == nb;

	for (size_t i = 0; same && i < na; i++)
		same = !strcmp(a[i], b[i]);
	return same;
}

/* The program reads what it read then. */
static bool same_input(const struct hd_target *t, const char *folder)
{
	char *path = hd_sprintf("%s/" HD_BUG_INPUT, folder), now[4096], then[4096];
	FILE *f = fopen(path, "re");
	size_t size = t->input >= 0 ? t->input_size : 0, at = 0;
	bool same = f ? size > 0 : size == 0;

	while (same && f && at < size) {
		size_t n = fread(then, 1, sizeof(then), f);

		same = n && pread(t->input, now, n, (off_t)at) == (ssize_t)n && !memcmp(now, then, n);
		at += n;
	}
	same = same && (!f || fgetc(f) == EOF);
	if (f)
		fclose(f);
	free(path);
	return same;
}

static bool may_be_chosen(int32_t asked, uint32_t then)
{
	return asked < 0 || (uint32_t)asked == then;
}

/* The search could come to the failure, and would call it one. */
static bool fits_options(const struct hd_test_options *o, const struct hd_schedule *s)
{
	return s->expect_exit == o->expect_exit && s->controls_children == o->controls_children &&
	       may_be_chosen(o->search.heap, s->plan.heap) &&
	       may_be_chosen(o->search.timeouts, s->plan.timeouts) &&
	       may_be_chosen(o->search.spurious, s->plan.spurious) && s->outcome != HD_OUT_RACE &&
	       s->outcome != HD_OUT_PASSED;
}

static bool fits_target(const struct hd_target *t, const struct hd_schedule *s, const char *folder)
{
	return !strcmp(hd_base_name(s->program), hd_base_name(t->program)) &&
	       same_words(s->args, s->nargs, t->argv + 1, t->nargs) &&
	       same_words(s->variables, s->nvariables, t->variables, t->nvariables) && same_input(t, folder);
}

static bool is_same_build(const struct hd_target *t, const struct hd_schedule *s)
{
	bool same = s->build_id.len && hd_build_id_equal(&s->build_id, &t->elf.build_id);

	for (size_t i = 0; same && i < s->nmodules; i++) {
		struct hd_elf elf;

		if (s->modules[i].path[0] == '/')
			same = !hd_elf_look(s->modules[i].path, &elf) &&
			       hd_build_id_equal(&s->modules[i].build_id, &elf.build_id);
	}
	return same;
}

/* ---- the same build ---- */

/* An entry of the ledger: the site is of no wire, so that it is like no other failure. */
static struct hd_known *enter(struct retry *r, const struct hd_wire_failure *from)
{
	struct hd_wire_failure *f = hd_new(1, sizeof(*f));
	struct hd_known *known;

	*f = *from;
	f->site = UINT32_MAX - r->number * OTHERS_MOST - r->nmet;
	known = hd_ledger_meet(&r->c->ledger, f, 0);
	free(f);
	return known;
}

static bool replays(struct retry *r, double deadline, struct hd_wire_failure *last)
{
	const struct hd_rerun_options options = {.times = 1,
						 .reset = r->c->options->reset,
						 .output = HD_OUTPUT_NONE,
						 .timeout = r->c->options->timeout,
						 .timeout_adapts = r->c->options->timeout_adapts,
						 .deadline = deadline};
	struct hd_rerun rerun;
	bool same;

	if (hd_rerun_init(&rerun, r->c->target, r->schedule, &options))
		return false;
	hd_rerun_go(&rerun);
	same = rerun.identical == 1;
	*last = rerun.last;
	hd_rerun_term(&rerun);
	return same;
}

/* The failure is followed step by step. One that does not happen again like that is left to the search. */
static bool retry_same(struct retry *r, double deadline, struct hd_summary_known *now)
{
	struct hd_wire_failure *last = hd_new(1, sizeof(*last));
	bool same = r->schedule->outcome != HD_OUT_HANG && replays(r, deadline, last);

	if (same) {
		hd_publish_again(&r->c->confirm, enter(r, last), r->schedule, r->report, r->folder,
				 r->number);
		r->report = NULL; /* it belongs to the results */
		now->state = HD_KNOWN_FAILING;
		now->runs = 1;
	}
	free(last);
	return same;
}

/* ---- another build ---- */

/* Of failures that look the same, each may be the one. */
static bool is_new_here(struct retry *r, const struct hd_trials *t)
{
	uint64_t key = hd_failure_key(t->rerun.workers.wire, t->failure);

	for (unsigned i = 0; i < r->nmet && !r->alike; i++)
		if (r->met[i] == key)
			return false;
	if (r->nmet == OTHERS_MOST)
		return false;
	r->met[r->nmet++] = key;
	return true;
}

static void note_other(struct retry *r, const struct hd_summary_failure *other)
{
	if (!strcmp(other->kind, r->report->kind) && hd_sentence_same(other->message, r->report->message))
		r->alike = other->id;
}

/* A directed run has failed: confirm and report it as any other failure. True: it is the one that was looked
 * for. */
static bool directed_run_failed(void *context, struct hd_trials *t)
{
	struct retry *r = context;
	const struct hd_wire *wire = t->rerun.workers.wire;
	struct hd_campaign *c = r->c;
	struct hd_seen seen = {.wire = wire, .seconds = hd_now() - c->start};
	struct hd_schedule *s, *for_trials;
	struct hd_known *known;
	bool found = false;

	if (!is_new_here(r, t))
		return false;
	s = hd_record_schedule(c->target, wire, 0, t->failure, c->symbols);
	for_trials = s ? hd_record_with_points(c->target, wire, 0, t->failure, c->symbols) : NULL;
	if (s) {
		seen.schedule = s;
		seen.for_trials = for_trials;
		known = enter(r, t->failure);
		c->confirm.tried = r->number;
		c->confirm.tried_report = r->report;
		if (hd_confirm_failure(&c->confirm, known, &seen)) {
			const struct hd_summary_failure *met = &c->ledger.failures[known->failure - 1];

			found = met->id == r->number;
			if (!found)
				note_other(r, met);
		}
		c->confirm.tried = 0;
	}
	hd_schedule_free(s);
	hd_schedule_free(for_trials);
	return found;
}

static char *missing_text(const char *begin, char *const *list, size_t n, const char *end)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs(begin, text.f);
	for (size_t i = 0; i < n; i++)
		fprintf(text.f, "%s`%s`", !i ? "" : i + 1 == n ? " and " : ", ", list[i]);
	fputs(end, text.f);
	return hd_text_end(&text);
}

static void judge_attempts(const struct retry *r, const struct hd_translated *x,
			   const struct hd_attempt_result *result, struct hd_summary_known *now)
{
	now->runs = result->runs;
	if (result->enough) {
		now->state = HD_KNOWN_FAILING;
	} else if (x->ngone) {
		now->why = missing_text("in this build there is no ", x->gone, x->ngone, "");
	} else if (!result->possible || result->cut) {
		now->why = hd_strdup("it takes more time than there is");
	} else if (result->navoided) {
		now->why = missing_text("no run comes to ", result->avoided, result->navoided, " any more");
	} else if (r->alike) {
		now->why =
		    hd_sprintf("runs that go its way fail like bug-%u, which looks the same", r->alike);
	} else if (hd_outside_takes_part(x->schedule)) {
		now->why = hd_strdup(
		    "another process takes part in it, and runs cannot make that do the same again");
	} else {
		now->state = HD_KNOWN_FIXED;
	}
}

static bool load_bug_places(const char *folder, struct hd_places *places)
{
	char *path = hd_sprintf("%s/" HD_BUG_PLACES, folder);
	bool ok = hd_places_load(path, places);

	free(path);
	return ok;
}

static void retry_other(struct retry *r, double deadline, struct hd_summary_known *now)
{
	const struct hd_test_options *o = r->c->options;
	const struct hd_attempt_options options = {.seed = o->search.seed + r->number,
						   .reset = o->reset,
						   .timeout = o->timeout,
						   .deadline = deadline};
	struct hd_attempt_result result = {0};
	struct hd_translated x;
	struct hd_places places;

	now->state = HD_KNOWN_UNTRIED;
	if (!hd_trials_possible(r->schedule)) {
		now->why =
		    hd_strdup("the failure does not depend on the order of the program's own steps alone");
		return;
	}
	if (!load_bug_places(r->folder, &places)) {
		now->why = hd_strdup("its folder does not say which code it is about");
		return;
	}
	hd_translate(r->schedule, &places, r->report, r->c->target, r->c->symbols, &x);
	if (x.kept || !x.ngone)
		hd_attempt(&x, r->c->target, &options, directed_run_failed, r, &result);
	judge_attempts(r, &x, &result, now);
	hd_attempt_result_free(&result);
	hd_translated_free(&x);
	hd_places_free(&places);
}

/* ---- */

static struct hd_schedule *load_schedule(const char *folder, const char *name)
{
	char *path = hd_sprintf("%s/%s", folder, name), *error = NULL;
	struct hd_schedule *s = hd_schedule_load(path, &error);

	free(error);
	free(path);
	return s;
}

static struct hd_report *load_report(const char *folder)
{
	char *path = hd_sprintf("%s/" HD_BUG_REPORT, folder);
	const char *error;
	struct hd_report *r = hd_report_read_json(path, &error);

	free(path);
	return r;
}

static bool is_to_be_tried(const struct retry *r)
{
	const struct hd_campaign *c = r->c;

	return r->schedule && r->report && !r->report->doubt && fits_options(c->options, r->schedule) &&
	       fits_target(c->target, r->schedule, r->folder);
}

/* A given seed asks for the same search again, and a given strategy for what that does. */
static bool may_be_replayed(const struct retry *r)
{
	const struct hd_test_options *o = r->c->options;

	return !o->afresh && o->search.strategy < 0 && !hd_is_surrounded(&r->schedule->around);
}

/* A systematic search varies time-outs, but neither the use of freed memory nor wakeups for no reason. */
static bool is_provable(const struct retry *r)
{
	const struct hd_plan *found = &r->schedule->plan;
	struct hd_plan all;

	hd_plan_systematic(&r->c->options->search, found->strategy, &all);
	return found->heap == all.heap && found->spurious == all.spurious;
}

/* With all scheduling points, if they were kept apart. */
static void take_points(struct retry *r)
{
	struct hd_schedule *s = load_schedule(r->folder, HD_BUG_POINTS);

	if (!s)
		return;
	hd_schedule_free(r->schedule);
	r->schedule = s;
}

bool hd_retry_bug(struct hd_campaign *c, unsigned number, const char *folder, double deadline,
		  struct hd_summary_known *now)
{
	struct retry r = {.c = c,
			  .number = number,
			  .folder = folder,
			  .schedule = load_schedule(folder, HD_BUG_SCHEDULE),
			  .report = load_report(folder)};
	bool told = is_to_be_tried(&r);

	if (told) {
		now->kind = hd_outcome_text[r.schedule->outcome];
		now->message = hd_strdup(r.report->message);
		now->provable = is_provable(&r);
		if (!is_same_build(c->target, r.schedule)) {
			take_points(&r);
			retry_other(&r, deadline, now);
		} else {
			told = may_be_replayed(&r) && retry_same(&r, deadline, now);
		}
	}
	if (!told)
		free(now->message);
	hd_schedule_free(r.schedule);
	hd_report_free(r.report);
	return told;
}
