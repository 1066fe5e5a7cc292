/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/confirm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/bugdir.h"
#include "heddle/findings.h"
#include "heddle/record.h"
#include "heddle/rerun.h"
#include "heddle/sources.h"
#include "heddle/surround.h"
#include "report/report.h"

#define MAX_RACES      100 /* in a report */
#define INSIST_TIMES   15  /* what is a toss of a coin passes all of them once in 32,768 times … */
#define INSIST_SECONDS 3.0 /* … unless that takes too long */

static char *location_text(const struct hd_location *at)
{
	const char *function = at->function ? at->function : "?";

	if (at->file && at->column)
		return hd_sprintf("%s %s:%d:%d", function, at->file, at->line, at->column);
	if (at->file)
		return hd_sprintf("%s %s:%d", function, at->file, at->line);
	return hd_sprintf("%s %s+0x%" PRIx64, function, at->module ? at->module : "?", at->offset);
}

static bool is_known(const struct hd_location *at)
{
	return at->function || at->file || at->module;
}

/* Where the failure happened: the failing place, or what each thread was about to do. */
static size_t failure_sites(const struct hd_report *r, char ***sites)
{
	size_t n = 0;

	*sites = hd_new(r->nthreads + 1, sizeof(**sites));
	if (is_known(&r->where))
		(*sites)[n++] = location_text(&r->where);
	for (unsigned i = 0; r->tid < 0 && i < r->nthreads; i++)
		if (is_known(&r->threads[i].where))
			(*sites)[n++] = location_text(&r->threads[i].where);
	return n;
}

static char *write_folder(struct hd_confirm *c, const struct hd_bug *bug, unsigned *number)
{
	char *path = hd_bugdir_write(c->options->out, bug, number);
	int error = errno;

	if (path)
		return path;
	c->unwritten = true;
	path = hd_bugdir_write_elsewhere(bug, number);
	hd_complain_errno(error, "cannot write the failure into %s%s%s%s", c->options->out,
			  path ? ", so it was written to " : ", and this report is all there is of it",
			  path ? path : "", path ? " instead" : "");
	return path;
}

static void note_down(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
		      const struct hd_report *report, const char *path, unsigned number)
{
	struct hd_summary_failure f = {.id = number,
				       .kind = hd_outcome_text[s->outcome],
				       .message = report->message ? report->message : s->message,
				       .strategy = s->strategy,
				       .reset = s->reset,
				       .run = s->run,
				       .hash = s->hash,
				       .count = 1,
				       .condition = report->condition,
				       .counts = !report->condition || c->options->fail_on & HD_FAIL_ON_EARLY,
				       .seconds = report->seconds};
	char *schedule = path ? hd_sprintf("%s/" HD_BUG_SCHEDULE, path) : NULL;

	f.schedule = schedule;
	f.nsites = failure_sites(report, &f.sites);
	hd_ledger_failure(c->ledger, known, &f);
	for (size_t i = 0; i < f.nsites; i++)
		free(f.sites[i]);
	free(f.sites);
	free(schedule);
}

static void publish(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
		    struct hd_rerun *rerun, const struct hd_capture *output, double seconds)
{
	const struct hd_report_context context = {.program = s->program,
						  .args = s->args,
						  .nargs = (unsigned)s->nargs,
						  .strategy = s->strategy,
						  .client = s->around.client,
						  .seconds = seconds};
	struct hd_report *report;
	struct hd_bug bug;
	unsigned number = 0;
	char *path;

	rerun->crew.wire->workers[0].failure.run = s->run; /* a replay counts its runs from 0 */
	report = hd_report_build(rerun->crew.wire, 0, &context, c->symbols);
	if (s->around.client) /* what a client finds wrong was done long before */
		report->races =
		    hd_findings_sentences(rerun->crew.wire, c->symbols, MAX_RACES, &report->nraces);
	bug = (struct hd_bug){.schedule = s,
			      .report = report,
			      .output = output,
			      .target = c->target,
			      .client = hd_surround_client_output(&rerun->crew, 0)};
	hd_report_print(report, c->out, c->colour);
	path = write_folder(c, &bug, &number);
	if (path)
		hd_bugdir_print_howto(path, c->out);
	fputc('\n', c->out);
	fflush(c->out);
	note_down(c, known, s, report, path, number);
	free(path);
	hd_report_free(report);
}

static char *difference_of(struct hd_confirm *c, const struct hd_rerun *rerun)
{
	char *difference, *text;

	if (rerun->trouble)
		return hd_strdup(rerun->crew.trouble);
	difference = hd_confirm_difference(rerun, c->symbols);
	if (rerun->times == 1)
		return difference;
	text = hd_sprintf("%s; it happened in %" PRIu64 " of %" PRIu64 " replays", difference,
			  rerun->identical + 1, rerun->times + 1);
	free(difference);
	return text;
}

static void tell_unstable(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
			  const struct hd_rerun *rerun)
{
	char *difference = difference_of(c, rerun);
	char *sources = hd_sources_text(rerun->crew.wire, c->symbols);
	char *what = hd_sprintf("%s (%s) happened, but not in every replay: %s", hd_outcome_text[s->outcome],
				s->message, difference);
	char *message = hd_sprintf("%s. Not controlled: %s", what, sources);

	known->tries++;
	if (hd_ledger_finding(c->ledger, "uncontrolled-nondeterminism", message, s->run))
		hd_complain("uncontrolled nondeterminism, so this is not counted as a failure: %s",
			    c->unconfirmed ? what : message);
	c->unconfirmed++;
	free(what);
	free(difference);
	free(sources);
	free(message);
}

/* One replay may do the same by chance. A program that did something that nobody controls must do the same
 * in many new processes. */
static bool insist(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
		   const struct hd_rerun *first, const struct hd_target *target)
{
	struct hd_rerun_options options = {.times = INSIST_TIMES,
					   .reset = HD_RESET_EXEC,
					   .output = HD_OUTPUT_NONE,
					   .timeout = c->options->timeout,
					   .timeout_adapts = c->options->timeout_adapts,
					   .seconds = INSIST_SECONDS,
					   .patient = true,
					   .progress = !c->options->quiet};
	struct hd_rerun rerun;
	bool all;

	if (!hd_sources_any(first->crew.wire, c->symbols))
		return true;
	if (hd_rerun_init(&rerun, target, s, &options))
		return false;
	hd_rerun_go(&rerun);
	all = rerun.identical && rerun.identical == hd_rerun_done(&rerun);
	if (!all)
		tell_unstable(c, known, s, &rerun);
	hd_rerun_term(&rerun);
	return all;
}

static bool replay_once(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
			const struct hd_target *target, struct hd_capture *output, double seconds)
{
	struct hd_rerun_options options = {.times = 1,
					   .reset = c->options->reset,
					   .trace = true,
					   .races = s->around.client != NULL,
					   .capture = output,
					   .timeout = c->options->timeout,
					   .timeout_adapts = c->options->timeout_adapts,
					   .patient = true,
					   .progress = !c->options->quiet};
	struct hd_rerun rerun;
	bool confirmed;

	if (hd_rerun_init(&rerun, target, s, &options))
		return false;
	hd_rerun_go(&rerun);
	confirmed = rerun.identical == 1;
	if (!confirmed)
		tell_unstable(c, known, s, &rerun);
	else if ((confirmed = insist(c, known, s, &rerun, target)))
		publish(c, known, s, &rerun, output, seconds);
	hd_rerun_term(&rerun);
	return confirmed;
}

bool hd_confirm_failure(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
			double seconds)
{
	struct hd_target target = *c->target;
	struct hd_capture output;
	bool confirmed;

	target.around = s->around; /* of the worker that it happened to */
	if (hd_capture_init(&output)) {
		hd_complain_errno(errno, "cannot make a pipe");
		return false;
	}
	confirmed = replay_once(c, known, s, &target, &output, seconds);
	hd_capture_term(&output);
	return confirmed;
}
