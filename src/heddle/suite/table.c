/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/suite/share.h"
#include "report/json/suite_json.h"
#include "report/render/junit.h"
#include "report/utf8.h"

#define NAME_LEAST 4
#define NAME_MOST  60 /* columns; a longer name moves the rest of its line */

static char *bug_folder(const struct hd_suite_test *t, const struct hd_suite_options *o)
{
	return t->result.bug ? hd_sprintf("%s/bug-%u", o->out, t->result.bug) : NULL;
}

/* Why a test has its verdict. To be freed. */
static char *what_of(const struct hd_suite_test *t, const struct hd_suite_options *o)
{
	const struct hd_suite_result *r = &t->result;
	char *folder = bug_folder(t, o), *what;

	if (r->kind) {
		char *why = hd_suite_failure_text(t);

		what = hd_sprintf("%s%s%s", folder ? folder : "", folder ? ": " : "", why);
		free(why);
	} else if (r->message)
		what = hd_strdup(r->message);
	else if (t->skipped)
		what = hd_strdup(t->skipped);
	else if (r->findings)
		what = hd_sprintf("%" PRIu64 " finding%s without harm so far", r->findings,
				  r->findings == 1 ? "" : "s");
	else
		what = hd_strdup(r->threads == 1 ? "it has no threads" : "");
	free(folder);
	if (r->remark) {
		char *all = hd_sprintf("%s%s%s", what, *what ? "; " : "", r->remark);

		free(what);
		what = all;
	}
	return what;
}

static size_t name_width(const struct hd_suite *s)
{
	size_t most = NAME_LEAST;

	for (size_t i = 0; i < s->n; i++) {
		size_t width = hd_width(s->tests[i].name);

		if (width > most)
			most = width;
	}
	return most < NAME_MOST ? most : NAME_MOST;
}

static void put_padded(FILE *f, const char *text, size_t width)
{
	size_t n = hd_width(text);

	fprintf(f, "%s%*s", text, n < width ? (int)(width - n) : 0, "");
}

static void put_test(FILE *f, const struct hd_suite_test *t, const struct hd_suite_options *o, size_t width)
{
	char runs[HD_COUNT_TEXT], *what = what_of(t, o), *line;

	put_padded(f, t->name, width);
	line = hd_sprintf("  %-12s %9s %8.1f  %s", t->result.verdict, hd_count_text(t->result.runs, runs),
			  t->result.seconds, what);
	for (size_t n = strlen(line); n && line[n - 1] == ' '; n--)
		line[n - 1] = '\0';
	fprintf(f, "%s\n", line);
	free(line);
	free(what);
}

static void put_tests(FILE *f, const struct hd_suite *s, const struct hd_suite_options *o, bool failed)
{
	size_t width = name_width(s);

	for (size_t i = 0; i < s->n; i++)
		if (hd_suite_failed(&s->tests[i]) == failed)
			put_test(f, &s->tests[i], o, width);
}

static void put_count(FILE *f, const struct hd_suite *s, const char *verdict, const char *words)
{
	size_t n = hd_suite_count(s, verdict);

	if (n)
		fprintf(f, ", %zu %s", n, words);
}

static void put_sentence(FILE *f, const struct hd_suite *s, const struct hd_suite_options *o, double seconds)
{
	char count[HD_COUNT_TEXT];
	uint64_t runs = 0;

	for (size_t i = 0; i < s->n; i++)
		runs += s->tests[i].result.runs;
	fprintf(f, "heddle: %zu of %zu %ss failed", hd_suite_count(s, HD_VERDICT_FAILED), s->n, o->noun);
	put_count(f, s, HD_VERDICT_PASSED, "passed");
	put_count(f, s, HD_VERDICT_EXHAUSTED, "passed in all schedules");
	put_count(f, s, HD_VERDICT_INCONCLUSIVE, "inconclusive");
	put_count(f, s, HD_VERDICT_UNCONTROLLED, "not controlled");
	put_count(f, s, HD_VERDICT_INTERRUPTED, "interrupted");
	put_count(f, s, HD_VERDICT_ERROR, "could not be tested");
	put_count(f, s, HD_VERDICT_SKIPPED, "skipped");
	put_count(f, s, HD_VERDICT_NOT_RUN, "not run");
	fprintf(f, "; %s runs in %.1f s\n", hd_count_text(runs, count), seconds);
}

static void put_replays(FILE *f, const struct hd_suite *s, const struct hd_suite_options *o)
{
	for (size_t i = 0; i < s->n; i++) {
		char *folder = bug_folder(&s->tests[i], o), *word = folder ? hd_shell_word(folder) : NULL;

		if (word)
			fprintf(f, "  heddle replay %s    # %s%s\n", word, s->tests[i].name,
				hd_suite_verdict_is(&s->tests[i], HD_VERDICT_FAILED)
				    ? ""
				    : " (does not count, see there)");
		free(word);
		free(folder);
	}
}

void hd_suite_print(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f)
{
	bool any = !o->quiet || hd_suite_count(s, HD_VERDICT_FAILED);

	if (any) {
		put_padded(f, o->noun, name_width(s));
		fputs("  verdict           runs  seconds  what\n", f);
	}
	if (!o->quiet)
		put_tests(f, s, o, false);
	put_tests(f, s, o, true);
	put_sentence(f, s, o, seconds);
	put_replays(f, s, o);
}

const char *hd_suite_verdict(const struct hd_suite *s)
{
	if (hd_suite_count(s, HD_VERDICT_FAILED))
		return HD_VERDICT_FAILED;
	if (hd_suite_count(s, HD_VERDICT_ERROR))
		return HD_VERDICT_ERROR;
	if (hd_suite_count(s, HD_VERDICT_INTERRUPTED))
		return HD_VERDICT_INTERRUPTED;
	if (hd_suite_count(s, HD_VERDICT_NOT_RUN) || hd_suite_count(s, HD_VERDICT_INCONCLUSIVE) ||
	    hd_suite_count(s, HD_VERDICT_UNCONTROLLED))
		return HD_VERDICT_INCONCLUSIVE;
	return HD_VERDICT_PASSED;
}

int hd_suite_with_summary(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			  const struct hd_suite_campaign *campaign,
			  int (*write)(const struct hd_suite_summary *summary, FILE *f), FILE *f)
{
	struct hd_suite_row *rows = hd_new(s->n, sizeof(*rows));
	char **folders = hd_new(s->n, sizeof(*folders));
	int status;

	for (size_t i = 0; i < s->n; i++) {
		const struct hd_suite_test *t = &s->tests[i];

		folders[i] = bug_folder(t, o);
		rows[i] =
		    (struct hd_suite_row){.name = t->name,
					  .group = t->group,
					  .argv = t->argv.at,
					  .nargv = t->argv.count,
					  .input = t->input,
					  .verdict = t->result.verdict,
					  .runs = t->result.runs,
					  .threads = t->result.threads,
					  .findings = t->result.findings,
					  .seconds = t->result.seconds,
					  .kind = t->result.kind,
					  .message = t->result.message ? t->result.message : t->skipped,
					  .coverage = t->result.has_coverage ? &t->result.coverage : NULL,
					  .bug = folders[i]};
	}
	status = write(&(struct hd_suite_summary){.version = HD_VERSION,
						  .verdict = hd_suite_verdict(s),
						  .seconds = seconds,
						  .rows = rows,
						  .n = s->n,
						  .campaign = campaign},
		       f);
	for (size_t i = 0; i < s->n; i++)
		free(folders[i]);
	free(folders);
	free(rows);
	return status;
}

int hd_suite_write_summary(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			   const struct hd_suite_campaign *campaign,
			   int (*write)(const struct hd_suite_summary *summary, FILE *f), const char *path)
{
	struct hd_outfile file;
	int bad;

	if (!strcmp(path, "-")) {
		bad = hd_suite_with_summary(s, o, seconds, campaign, write, stdout);
	} else {
		bad = hd_outfile_open(&file, path);
		if (!bad && hd_suite_with_summary(s, o, seconds, campaign, write, file.f)) {
			bad = -1;
			hd_outfile_abandon(&file);
		} else if (!bad) {
			bad = hd_outfile_commit(&file);
		}
	}
	return bad ? hd_complain_errno(errno, "cannot write %s", path) : 0;
}

int hd_suite_print_json(const struct hd_suite *s, const struct hd_suite_options *o, double seconds, FILE *f)
{
	return hd_suite_with_summary(s, o, seconds, NULL, hd_suite_write_json, f);
}

static enum hd_junit_verdict junit_verdict(const struct hd_suite_test *t)
{
	if (hd_suite_verdict_is(t, HD_VERDICT_FAILED))
		return HD_JUNIT_FAILED;
	if (hd_suite_verdict_is(t, HD_VERDICT_PASSED) || hd_suite_verdict_is(t, HD_VERDICT_EXHAUSTED))
		return HD_JUNIT_PASSED;
	if (hd_suite_verdict_is(t, HD_VERDICT_SKIPPED) || hd_suite_verdict_is(t, HD_VERDICT_NOT_RUN) ||
	    hd_suite_verdict_is(t, HD_VERDICT_INTERRUPTED))
		return HD_JUNIT_SKIPPED;
	return HD_JUNIT_ERROR;
}

/* The report of the test's failure, to be freed; NULL: it has none. */
static char *report_of(const struct hd_suite_test *t, const struct hd_suite_options *o)
{
	char *path = t->result.bug ? hd_sprintf("%s/bug-%u/report.txt", o->absolute, t->result.bug) : NULL;
	char *text = path ? hd_read_text(path) : NULL;

	free(path);
	return text;
}

int hd_suite_print_junit(const struct hd_suite *s, const struct hd_suite_options *o, double seconds,
			 int64_t started, const char *name, FILE *f)
{
	struct hd_junit_case *cases = hd_new(s->n, sizeof(*cases));
	char **reports = hd_new(s->n, sizeof(*reports));
	int status;

	for (size_t i = 0; i < s->n; i++) {
		const struct hd_suite_test *t = &s->tests[i];
		enum hd_junit_verdict verdict = junit_verdict(t);

		reports[i] = report_of(t, o);
		cases[i] = (struct hd_junit_case){.name = t->name,
						  .class = t->group,
						  .seconds = t->result.seconds,
						  .verdict = verdict,
						  .kind = t->result.kind	      ? t->result.kind
							  : verdict == HD_JUNIT_ERROR ? t->result.verdict
										      : NULL,
						  .message = t->result.message		  ? t->result.message
							     : t->skipped		  ? t->skipped
							     : verdict == HD_JUNIT_PASSED ? NULL
											  : t->result.verdict,
						  .report = reports[i]};
	}
	status = hd_junit_write(
	    &(struct hd_junit_suite){
		.name = name, .started = started, .seconds = seconds, .cases = cases, .ncases = s->n},
	    f);
	for (size_t i = 0; i < s->n; i++)
		free(reports[i]);
	free(reports);
	free(cases);
	return status;
}

int hd_suite_status(const struct hd_suite *s, bool trouble)
{
	for (size_t i = 0; i < s->n; i++)
		if (hd_suite_failed(&s->tests[i]))
			return HD_STATUS_FAILED;
	return trouble || hd_suite_count(s, HD_VERDICT_ERROR) || hd_suite_count(s, HD_VERDICT_INCONCLUSIVE)
		   ? HD_STATUS_TROUBLE
		   : HD_STATUS_OK;
}
