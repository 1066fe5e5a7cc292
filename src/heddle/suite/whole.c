/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/whole.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/cli/cmd.h"
#include "heddle/suite/rounds.h"
#include "heddle/suite/table.h"
#include "report/json/sarif_merge.h"
#include "report/source_root.h"
#include "wire/wire.h"

static int find_out_folder(struct hd_suite_options *o)
{
	if (hd_make_directories(o->out))
		return hd_complain_errno(errno, "cannot create the output folder %s", o->out);
	o->absolute = realpath(o->out, NULL);
	return o->absolute ? 0 : hd_complain_errno(errno, "cannot find the output folder %s", o->out);
}

/* Tests run in folders of their own, so the searches get the name of the file from the root on. */
static int pass_baseline_on(struct hd_suite_whole *w)
{
	char *path = w->baseline ? realpath(w->baseline, NULL) : NULL;

	if (w->baseline && !path)
		return hd_complain_errno(errno, "cannot read the baseline %s", w->baseline);
	if (path)
		hd_words_addf(&w->options->for_search, "--baseline=%s", path);
	free(path);
	return 0;
}

struct suite_files {
	struct hd_outfile json, junit, sarif;
};

static bool to_stdout(const struct hd_suite_whole *w)
{
	return w->json && !strcmp(w->json, "-");
}

static int open_file(struct hd_outfile *file, const char *path)
{
	if (!path || !hd_outfile_open(file, path))
		return 0;
	return hd_complain_errno(errno, "cannot write %s", path);
}

static int commit_file(struct hd_outfile *file, const char *path, int written)
{
	if (written) {
		hd_outfile_abandon(file);
		return hd_complain_errno(errno, "cannot write %s", path);
	}
	return hd_outfile_commit(file) ? hd_complain_errno(errno, "cannot write %s", path) : 0;
}

static int print_sarif(const struct hd_suite_whole *w, double seconds, time_t started, FILE *f)
{
	const struct hd_suite *s = w->suite;
	size_t failed = hd_suite_count(s, HD_VERDICT_FAILED);
	char *root = hd_source_root(),
	     *summary = hd_sprintf("%zu of %zu %ss failed", failed, s->n, w->options->noun);
	const struct hd_search_results results = {.version = HD_VERSION,
						  .program = w->name,
						  .args = w->args,
						  .nargs = w->nargs,
						  .root = root,
						  .verdict = hd_suite_verdict(s),
						  .summary = summary,
						  .status = failed ? HD_STATUS_FAILED : HD_STATUS_OK,
						  .started = started,
						  .seconds = seconds,
						  .compared = w->baseline != NULL};
	int bad = hd_sarif_merge_write(w->options->sarif, &results, f);

	free(root);
	free(summary);
	return bad;
}

static int write_files(const struct hd_suite_whole *w, struct suite_files *files, double seconds,
		       time_t started)
{
	const struct hd_suite *s = w->suite;
	int status = 0;

	if (to_stdout(w))
		hd_suite_print_json(s, w->options, seconds, stdout);
	else if (w->json)
		status |= commit_file(&files->json, w->json,
				      hd_suite_print_json(s, w->options, seconds, files->json.f));
	if (w->junit)
		status |= commit_file(&files->junit, w->junit,
				      hd_suite_print_junit(s, w->options, seconds, started,
							   hd_base_name(w->name), files->junit.f));
	if (w->sarif)
		status |=
		    commit_file(&files->sarif, w->sarif, print_sarif(w, seconds, started, files->sarif.f));
	return status;
}

static int open_files(const struct hd_suite_whole *w, struct suite_files *files)
{
	if (open_file(&files->json, to_stdout(w) ? NULL : w->json) || open_file(&files->junit, w->junit) ||
	    open_file(&files->sarif, w->sarif))
		return HD_STATUS_TROUBLE;
	if (w->sarif) {
		char *root = hd_source_root();

		w->options->sarif = hd_sarif_merge_new(root);
		free(root);
	}
	return 0;
}

static int search_and_tell(struct hd_suite_whole *w, struct suite_files *files, struct hd_signals *signals)
{
	double began = hd_now(), seconds;
	time_t started = time(NULL);
	FILE *f = to_stdout(w) ? stderr : stdout;
	bool trouble = hd_suite_rounds(w->suite, w->options, signals) != 0;

	seconds = hd_now() - began;
	if (w->searched)
		w->searched(w->context);
	hd_suite_print(w->suite, w->options, seconds, f);
	if (w->told)
		w->told(w->context, f);
	trouble |= write_files(w, files, seconds, started) != 0;
	return hd_suite_status(w->suite, trouble || signals->interrupts);
}

int hd_suite_search_whole(struct hd_suite_whole *w, struct hd_signals *signals)
{
	struct suite_files files = {0};
	int status = HD_STATUS_TROUBLE;

	if (!find_out_folder(w->options) && !pass_baseline_on(w) && !open_files(w, &files))
		status = search_and_tell(w, &files, signals);
	if (w->options->sarif)
		hd_sarif_merge_free(w->options->sarif);
	free(w->options->absolute);
	w->options->sarif = NULL;
	w->options->absolute = NULL;
	return status;
}
