/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/result_files.h"

#include <errno.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "report/json/sarif.h"
#include "report/render/annotations.h"
#include "report/render/failure_text.h"
#include "report/render/junit.h"
#include "report/source_root.h"

int hd_result_files_open(struct hd_result_files *r, const struct hd_test_options *o)
{
	r->root = hd_source_root();
	if (o->sarif && hd_outfile_open(&r->sarif, o->sarif))
		return hd_complain_errno(errno, "cannot write %s", o->sarif);
	if (o->junit && hd_outfile_open(&r->junit, o->junit))
		return hd_complain_errno(errno, "cannot write %s", o->junit);
	return 0;
}

void hd_result_files_term(struct hd_result_files *r)
{
	if (r->sarif.f)
		hd_outfile_abandon(&r->sarif);
	if (r->junit.f)
		hd_outfile_abandon(&r->junit);
	free(r->root);
}

/* ---- JUnit: the program is one test, and what counts is why it failed ---- */

static char *test_name(const struct hd_search_results *s)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs(hd_base_name(s->program), text.f);
	for (size_t i = 0; i < s->nargs; i++) {
		char *word = hd_shell_word(s->args[i]);

		fprintf(text.f, " %s", word);
		free(word);
	}
	return hd_text_end(&text);
}

static const struct hd_result *first_counting(const struct hd_results *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].counts)
			return &r->list[i];
	return NULL;
}

/* All that counts, or all that does not. */
static char *reports(const struct hd_results *r, bool counting)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].counts == counting) {
			hd_report_print(r->list[i].report, text.f, false);
			fputc('\n', text.f);
		}
	return hd_text_end(&text);
}

static int write_junit(const struct hd_search_results *s, FILE *f)
{
	static const enum hd_junit_verdict verdicts[] = {[HD_STATUS_OK] = HD_JUNIT_PASSED,
							 [HD_STATUS_FAILED] = HD_JUNIT_FAILED,
							 [HD_STATUS_TROUBLE] = HD_JUNIT_ERROR};
	const struct hd_result *first = first_counting(s->found);
	const struct hd_location *place = first ? hd_result_place(first->report) : NULL;
	const char *below = place ? hd_below_root(s->root, place->file) : NULL;
	char *name = test_name(s), *why = reports(s->found, true), *beside = reports(s->found, false);
	const struct hd_junit_case one = {.name = name,
					  .class = "heddle",
					  .file = place ? below ? below : place->file : NULL,
					  .line = place ? place->line : 0,
					  .seconds = s->seconds,
					  .verdict = verdicts[s->status],
					  .kind = first ? first->report->kind : s->verdict,
					  .message = first ? first->report->message : s->summary,
					  .report = why,
					  .output = beside};
	const struct hd_junit_suite suite = {.name = hd_base_name(s->program),
					     .started = s->started,
					     .seconds = s->seconds,
					     .cases = &one,
					     .ncases = 1};
	int result = hd_junit_write(&suite, f);

	free(name);
	free(why);
	free(beside);
	return result;
}

typedef int result_writer(const struct hd_search_results *s, FILE *f);

static int write_results(struct hd_outfile *o, result_writer *write, const struct hd_search_results *s,
			 const char *path)
{
	if (!o->f || (!write(s, o->f) && !hd_outfile_commit(o)))
		return 0;
	return hd_complain_errno(errno, "cannot write %s", path);
}

int hd_result_files_write(struct hd_result_files *r, const struct hd_test_options *o,
			  const struct hd_search_results *s, FILE *out)
{
	int bad = write_results(&r->sarif, hd_sarif_write, s, o->sarif) |
		  write_results(&r->junit, write_junit, s, o->junit);

	if (o->annotations)
		hd_annotations_print(s, out);
	return bad;
}
