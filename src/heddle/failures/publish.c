/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/publish.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/failures/other_cause.h"
#include "heddle/failures/same_bug.h"
#include "heddle/known/code_lines.h"
#include "model/check.h"
#include "report/fingerprint.h"
#include "report/render/failure_text.h"

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

/* *number is that of the folder which the bug has already, or 0. */
static char *write_bug(struct hd_confirm *c, const struct hd_bug *bug, unsigned *number)
{
	char *path = *number ? hd_bugdir_replace(c->options->out, bug, *number)
			     : hd_bugdir_write(c->options->out, bug, number);
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

/* With what it takes to try the bug again after a rebuild. */
static char *write_folder(struct hd_confirm *c, const struct hd_bug *from, unsigned *number)
{
	struct hd_bug bug = *from;
	struct hd_places places;
	char *path;

	hd_code_of_schedule(bug.for_trials ? bug.for_trials : bug.schedule, c->symbols, &places);
	bug.places = &places;
	path = write_bug(c, &bug, number);
	hd_places_free(&places);
	return path;
}

static void note_down(struct hd_confirm *c, struct hd_known *known, const struct hd_bug *bug,
		      const struct hd_result *result, unsigned number)
{
	const struct hd_schedule *s = bug->schedule;
	const struct hd_report *report = bug->report;
	struct hd_summary_failure f = {.id = number,
				       .kind = hd_outcome_text[s->outcome],
				       .message = report->message ? report->message : s->message,
				       .confirmed = !report->doubt,
				       .strategy = s->strategy,
				       .reset = s->reset,
				       .run = s->run,
				       .hash = s->hash,
				       .count = 1,
				       .condition = report->condition,
				       .counts = result->counts,
				       .known = result->known,
				       .fingerprint = result->fingerprint,
				       .seconds = report->seconds};
	char *schedule = result->folder ? hd_sprintf("%s/" HD_BUG_SCHEDULE, result->folder) : NULL;

	f.schedule = schedule;
	f.nsites = failure_sites(report, &f.sites);
	hd_ledger_failure(c->ledger, known, &f);
	for (size_t i = 0; i < f.nsites; i++)
		free(f.sites[i]);
	free(f.sites);
	free(schedule);
}

/* The failure looked like another one, but is about the same places in the source. */
static bool is_counted(struct hd_confirm *c, struct hd_known *known, const struct hd_report *r)
{
	char *fingerprint = hd_report_fingerprint(r);
	bool counted = false;

	for (size_t i = 0; i < c->ledger->nfailures && !known->failure; i++) {
		struct hd_summary_failure *f = &c->ledger->failures[i];

		if (!f->confirmed || r->doubt || !f->fingerprint ||
		    strcmp(f->fingerprint, fingerprint) != 0 || !f->condition != !r->condition)
			continue;
		f->count++;
		known->failure = i + 1;
		counted = true;
	}
	free(fingerprint);
	return counted;
}

static void tell_known(const struct hd_confirm *c, const struct hd_report *r, const char *path)
{
	fprintf(c->out, "heddle: known: %s: %s%s%s%s\n", r->kind, r->message, path ? " (" : "",
		path ? path : "", path ? ")" : "");
}

static void tell_folder(const struct hd_confirm *c, const char *path, bool again)
{
	if (again)
		fprintf(c->out,
			"\nan earlier search has found this failure, too: its folder is written anew\n");
	hd_bugdir_print_howto(path, c->out);
}

static struct hd_result *put_result(struct hd_confirm *c, struct hd_report *report)
{
	struct hd_result *result = hd_results_put(c->results, report);

	result->failure = true;
	result->known = hd_baseline_has(c->baseline, result->fingerprint);
	result->counts = !result->known && (!report->condition || c->options->fail_on & HD_FAIL_ON_EARLY);
	if (!result->known)
		hd_report_print(report, c->out, c->colour);
	return result;
}

/* N of the bug-N that is about the same bug; 0: there is none. A run that went the way of a bug of another
 * build, and failed in the same functions, shows that bug, also where the text of a line has changed. */
static unsigned same_bug(const struct hd_confirm *c, const struct hd_report *report)
{
	unsigned number = hd_same_bug(c->options->out, report);

	if (number || !c->tried || report->doubt)
		return number;
	return hd_reports_look_alike(report, c->tried_report) ? c->tried : 0;
}

void hd_publish_again(struct hd_confirm *c, struct hd_known *known, const struct hd_schedule *s,
		      struct hd_report *report, const char *folder, unsigned number)
{
	const struct hd_bug bug = {.schedule = s, .report = report, .target = c->target};
	struct hd_result *result = put_result(c, report);

	result->folder = hd_strdup(folder);
	if (result->known) {
		tell_known(c, report, folder);
	} else {
		hd_bugdir_print_howto(folder, c->out);
		fputc('\n', c->out);
	}
	fflush(c->out);
	note_down(c, known, &bug, result, number);
}

void hd_publish_bug(struct hd_confirm *c, struct hd_known *known, const struct hd_bug *bug,
		    struct hd_report *report)
{
	unsigned number = 0;
	struct hd_result *result;
	bool again;
	char *path;

	hd_other_cause_of_earlier(c, report);
	if ((known->without && !hd_other_cause(c, known, report)) || is_counted(c, known, report)) {
		hd_report_free(report);
		return;
	}
	number = same_bug(c, report);
	again = number;
	result = put_result(c, report);
	path = write_folder(c, bug, &number);
	result->folder = path;
	if (result->known)
		tell_known(c, report, path);
	else if (path)
		tell_folder(c, path, again);
	if (!result->known)
		fputc('\n', c->out);
	fflush(c->out);
	note_down(c, known, bug, result, number);
}
