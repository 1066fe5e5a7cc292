/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle coverage: what searches have covered, as the store has it. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/cli/status.h"
#include "heddle/learnt/coverage_load.h"
#include "heddle/learnt/learnt.h"
#include "report/coverage/coverage_html.h"
#include "report/coverage/coverage_json.h"
#include "report/coverage/coverage_text.h"
#include "store/store_name.h"

#define DEFAULT_GROUPS 10

enum { OPT_OUT = 256, OPT_STORE, OPT_ALL_BUILDS, OPT_JSON, OPT_HTML, OPT_LIMIT };

struct coverage_arguments {
	const char *out, *store, *json, *html, *program;
	unsigned groups;
	bool all_builds;
};

static const struct argp_option options[] = {
    {"out", OPT_OUT, "DIR", 0, "the folder that heddle test was given (default heddle-out)", 0},
    {"store", OPT_STORE, "FILE", 0, "the store itself (default heddle.db in that folder)", 0},
    {"all-builds", OPT_ALL_BUILDS, NULL, 0,
     "show what all builds of the program have covered, not only the one that was searched last", 0},
    {"limit", OPT_LIMIT, "N", 0, "show at most so many places that are untested (default 10)", 0},
    {"json", OPT_JSON, "FILE", 0, "write all of it as JSON; - is the standard output", 0},
    {"html", OPT_HTML, "FILE", 0, "write a page with the curve drawn", 0},
    {0},
};

static error_t parse_coverage_option(int key, char *value, struct argp_state *state)
{
	struct coverage_arguments *a = state->input;

	switch (key) {
	case OPT_OUT:
		a->out = value;
		return 0;
	case OPT_STORE:
		a->store = value;
		return 0;
	case OPT_ALL_BUILDS:
		a->all_builds = true;
		return 0;
	case OPT_JSON:
		a->json = value;
		return 0;
	case OPT_HTML:
		a->html = value;
		return 0;
	case OPT_LIMIT:
		a->groups = (unsigned)hd_option_count(state, "--limit", value, 0, UINT32_MAX);
		return 0;
	case ARGP_KEY_ARG:
		if (a->program)
			argp_failure(state, HD_STATUS_TROUBLE, 0, "one program at a time, not also %s",
				     value);
		a->program = value;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int complain(const struct hd_store *s, const char *path)
{
	switch (hd_store_state(s)) {
	case HD_STORE_MISSING:
		return hd_complain("there is no store %s: %s; heddle test makes one", path, hd_store_why(s));
	case HD_STORE_NEWER:
		return hd_complain("the store %s was written by a newer version of heddle; use that one",
				   path);
	case HD_STORE_FOREIGN:
		return hd_complain("%s is not a store of heddle's: %s", path, hd_store_why(s));
	case HD_STORE_DAMAGED:
		return hd_complain("the store %s is damaged: %s", path, hd_store_why(s));
	default:
		return hd_complain("cannot read the store %s: %s", path, hd_store_why(s));
	}
}

/* The programs of the store, separated by commas; to be freed. */
static char *programs(struct hd_store *s, unsigned *n, char **first)
{
	struct hd_text text;
	const char *path;

	*n = 0;
	hd_text_begin(&text);
	while (hd_store_next_program(s, &path)) {
		if (!*n)
			*first = hd_strdup(path);
		fprintf(text.f, "%s%s", (*n)++ ? ", " : "", path);
	}
	return hd_text_end(&text);
}

/* Which program, as the store calls it; to be freed. NULL: none, after a sentence. */
static char *choose(struct hd_store *s, const struct coverage_arguments *a, const char *path,
		    const char *store)
{
	char *name = NULL, *first = NULL, *list;
	unsigned n;

	if (a->program) {
		name = hd_learnt_program_name(path, a->program);
		if (hd_store_program(s, name, false) || hd_store_program(s, a->program, false))
			return name;
	}
	list = programs(s, &n, &first);
	free(name);
	name = NULL;
	if (hd_store_state(s) != HD_STORE_FINE)
		complain(s, store);
	else if (!n)
		hd_complain("the store %s knows no program yet", store);
	else if (a->program)
		hd_complain("the store %s does not know %s; it knows: %s", store, a->program, list);
	else if (n > 1)
		hd_complain("which program? The store %s knows: %s", store, list);
	else if (hd_store_program(s, first, false))
		name = hd_strdup(first);
	free(first);
	free(list);
	return name;
}

static int write_coverage_file(const struct hd_coverage *c, const char *path,
			       int (*write)(const struct hd_coverage *, FILE *))
{
	struct hd_outfile file;

	if (!strcmp(path, "-"))
		return write(c, stdout) ? hd_complain_errno(errno, "cannot write to the standard output") : 0;
	if (hd_outfile_open(&file, path))
		return hd_complain_errno(errno, "cannot write %s", path);
	if (write(c, file.f)) {
		hd_outfile_abandon(&file);
		return hd_complain_errno(errno, "cannot write %s", path);
	}
	return hd_outfile_commit(&file) ? hd_complain_errno(errno, "cannot write %s", path) : 0;
}

static int show_coverage(const struct coverage_arguments *a, struct hd_store *s, const char *name,
			 const char *store)
{
	struct hd_coverage c = {.version = HD_VERSION, .program = name, .store = store};
	bool to_stdout = (a->json && !strcmp(a->json, "-")) || (a->html && !strcmp(a->html, "-"));
	int status = HD_STATUS_OK;

	hd_coverage_load(&c, s, a->all_builds);
	if (hd_store_state(s) != HD_STORE_FINE)
		status = complain(s, store);
	if (!status && !to_stdout)
		hd_coverage_print(&c, stdout, hd_colours(STDOUT_FILENO), a->groups);
	if (!status && a->json)
		status = write_coverage_file(&c, a->json, hd_coverage_write_json);
	if (!status && a->html)
		status = write_coverage_file(&c, a->html, hd_coverage_write_html);
	hd_coverage_free(&c);
	return status;
}

static int run_coverage(int argc, char **argv)
{
	const struct argp argp = {.options = options,
				  .parser = parse_coverage_option,
				  .args_doc = "[PROGRAM]",
				  .doc = "Show what searches have covered of a program, and what they have "
					 "not: of the build that was searched last.\vPROGRAM may be left out "
					 "when the store knows only one."};
	struct coverage_arguments a = {.out = "heddle-out", .groups = DEFAULT_GROUPS};
	int status = HD_STATUS_TROUBLE;
	struct hd_store *s;
	char *path, *shown, *name;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	path = a.store ? hd_strdup(a.store) : hd_sprintf("%s/" HD_STORE_NAME, a.out);
	shown = hd_store_shown(path);
	s = hd_store_open(path, HD_STORE_READ);
	if (hd_store_state(s) != HD_STORE_FINE) {
		complain(s, shown);
	} else {
		name = choose(s, &a, path, shown);
		if (name)
			status = show_coverage(&a, s, name, shown);
		free(name);
	}
	hd_store_close(s);
	free(shown);
	free(path);
	return status;
}

const struct hd_cmd hd_cmd_coverage = {"coverage", "[OPTION...] [PROGRAM]",
				       "show what searches have covered, and what is untested", run_coverage};
