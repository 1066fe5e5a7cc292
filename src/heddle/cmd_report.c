/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle report: failures, findings and coverage as pages. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/every_step.h"
#include "heddle/cli/cmd.h"
#include "heddle/pages/bug_folders.h"
#include "heddle/pages/pages.h"
#include "store/store.h"
#include "store/store_name.h"

#define DEFAULT_OUT "heddle-out"

enum { OPT_HTML = 256, OPT_ALL };

struct report_arguments {
	const char *html;
	bool all;
	struct hd_bug_folders bugs;
	char *store; /* or NULL */
	const char *first;
	unsigned n;
};

static const struct argp_option options[] = {
    {"html", OPT_HTML, "DIR", 0, "write the pages to this folder (default heddle-html)", 0},
    {"all", OPT_ALL, NULL, 0, "every step: a run that is too long for its report is made once more", 0},
    {0},
};

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static int take_store(struct report_arguments *a, char *path)
{
	if (a->store) {
		int status = hd_complain("one store at a time: %s and %s", a->store, path);

		free(path);
		return status;
	}
	a->store = path;
	return HD_STATUS_OK;
}

/* A folder of a failure, a folder that `heddle test` was given, or a store. */
static int take_subject(struct report_arguments *a, const char *subject)
{
	char *store = hd_sprintf("%s/" HD_STORE_NAME, subject);
	size_t before = a->bugs.n;
	int status = HD_STATUS_OK;

	if (hd_bug_folder_is_one(subject)) {
		hd_bug_folders_add(&a->bugs, subject);
	} else if (is_folder(subject)) {
		hd_bug_folders_add_all(&a->bugs, subject);
		if (is_file(store))
			status = take_store(a, hd_strdup(store));
		else if (a->bugs.n == before)
			status = hd_complain("%s has no failure and no store in it; heddle test writes them",
					     subject);
	} else if (is_file(subject) || hd_store_is_remote(subject)) {
		status = take_store(a, hd_strdup(subject));
	} else {
		status = hd_complain("there is no folder or store %s", subject);
	}
	free(store);
	return status;
}

static error_t parse_report_option(int key, char *value, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case OPT_HTML:
		a->html = value;
		return 0;
	case OPT_ALL:
		a->all = true;
		return 0;
	case ARGP_KEY_ARG:
		if (take_subject(a, value))
			exit(HD_STATUS_TROUBLE);
		a->first = a->first ? a->first : value;
		a->n++;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The name of the folder without slashes at its end, to be freed. */
static char *heading(const char *subject)
{
	char *name = hd_store_shown(subject);

	for (size_t n = strlen(name); n > 1 && name[n - 1] == '/'; n--)
		name[n - 1] = '\0';
	return name;
}

static int write_report(struct report_arguments *a)
{
	char *about = a->n > 1 ? hd_sprintf("%u reports", a->n) : heading(a->first);
	char *shown = a->store ? hd_store_shown(a->store) : NULL;
	struct hd_pages pages = {.about = about,
				 .bugs = &a->bugs,
				 .store = a->store,
				 .shown = shown,
				 .list_every_step = a->all ? hd_list_every_step : NULL};
	int status = hd_pages_write(&pages, a->html);

	if (!status)
		printf("heddle: the report is %s/index.html\n", a->html);
	free(shown);
	free(about);
	return status;
}

static int run_report(int argc, char **argv)
{
	const struct argp argp = {
	    .options = options,
	    .parser = parse_report_option,
	    .args_doc = "[BUG|FOLDER|STORE...]",
	    .doc =
		"Make pages of failures, findings and coverage, to be read in a browser.\v"
		"BUG is a folder such as heddle-out/bug-1, FOLDER one that heddle test was given with --out, "
		"and "
		"STORE a file such as heddle-out/heddle.db. Without any it is the folder " DEFAULT_OUT "."};
	struct report_arguments a = {.html = "heddle-html"};
	int status = HD_STATUS_OK;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	if (!a.n) {
		a.first = DEFAULT_OUT;
		a.n = 1;
		status = take_subject(&a, DEFAULT_OUT);
	}
	if (!status)
		status = write_report(&a);
	hd_bug_folders_free(&a.bugs);
	free(a.store);
	return status;
}

const struct hd_cmd hd_cmd_report = {"report", "[OPTION...] [BUG|FOLDER|STORE...]",
				     "make pages of failures, findings and coverage", run_report};
