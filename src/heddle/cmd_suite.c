/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle suite: searches each test of a test program, or of a build, on its own. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/cores.h"
#include "heddle/cli/options.h"
#include "heddle/suite/discover.h"
#include "heddle/suite/options.h"
#include "heddle/suite/share.h"
#include "heddle/suite/whole.h"
#include "wire/wire.h"

#define DEFAULT_SEED 1 /* with -n */

enum {
	OPT_SEED = 256,
	OPT_OUT,
	OPT_JSON,
	OPT_JUNIT,
	OPT_SARIF,
	OPT_BASELINE,
	OPT_TEST,
	OPT_LIST,
	OPT_FIRST_PASSED_ON /* options that each search gets, from here on */
};

static const char *const passed_on[] = {"timeout",  "check", "fail-on", "suppressions",
					"minimize", "store", NULL};

struct suite_arguments {
	struct hd_suite_options options;
	bool have_seconds, list;
	const char *json, *junit, *sarif, *baseline;
	char **patterns; /* of --test */
	size_t npatterns, patterns_cap;
	char **paths;
	size_t npaths;
	char **args; /* for each program; ends with NULL */
};

static error_t parse_suite_option(int key, char *value, struct argp_state *state)
{
	struct suite_arguments *a = state->input;
	struct hd_suite_options *o = &a->options;

	switch (key) {
	case 't':
		o->seconds = hd_option_seconds(state, "--time", value);
		a->have_seconds = true;
		return 0;
	case 'n':
		o->runs = hd_option_count(state, "--runs", value, 1, INT64_MAX);
		return 0;
	case 'j':
		o->jobs = (unsigned)hd_option_count(state, "--jobs", value, 1, HD_MAX_WORKERS);
		return 0;
	case OPT_SEED:
		o->seed = hd_option_count(state, "--seed", value, 0, UINT64_MAX);
		o->have_seed = true;
		return 0;
	case OPT_TEST:
		a->patterns = hd_grow(a->patterns, &a->patterns_cap, a->npatterns + 1, sizeof(*a->patterns));
		a->patterns[a->npatterns++] = value;
		return 0;
	case OPT_LIST:
		a->list = true;
		return 0;
	case OPT_OUT:
		o->out = value;
		return 0;
	case OPT_JSON:
		a->json = value;
		return 0;
	case OPT_JUNIT:
		a->junit = value;
		return 0;
	case OPT_SARIF:
		a->sarif = value;
		return 0;
	case OPT_BASELINE:
		a->baseline = value;
		return 0;
	case 's':
		hd_words_addf(&o->for_search, "--strategy=%s", value);
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case ARGP_KEY_ARGS:
		a->paths = state->argv + state->next;
		a->npaths = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "which tests? heddle suite [OPTION...] PROGRAM|FOLDER|LIST... [-- ARG...]");
		return 0;
	default:
		if (key < OPT_FIRST_PASSED_ON ||
		    key >= OPT_FIRST_PASSED_ON + (int)(sizeof(passed_on) / sizeof(*passed_on)))
			return ARGP_ERR_UNKNOWN;
		hd_words_addf(&o->for_search, "--%s=%s", passed_on[key - OPT_FIRST_PASSED_ON], value);
		return 0;
	}
}

static const struct argp_option suite_options[] = {
    {NULL, 0, NULL, 0, "Which tests:", 1},
    {"test", OPT_TEST, "GLOB", 0, "only tests with such a name; may be repeated", 1},
    {"list", OPT_LIST, NULL, 0, "print the names of the tests, and search nothing", 1},
    {NULL, 0, NULL, 0, "How much to search:", 2},
    {"time", 't', "SECONDS", 0,
     "for all tests together (default 60, or a second for each test if that is more)", 2},
    {"runs", 'n', "N", 0,
     "search each test in this many runs; the same searches each time, and no limit of time unless -t is "
     "given",
     2},
    {"jobs", 'j', "N", 0, "search this many tests at the same time (default: one per core)", 2},
    {"seed", OPT_SEED, "N", 0,
     "start the random numbers here (default: a new one for each search; with -n: 1)", 2},
    {NULL, 0, NULL, 0, "For each search, as of heddle test:", 3},
    {"strategy", 's', "NAME", 0, "how to pick the next thread (default auto)", 3},
    {"timeout", OPT_FIRST_PASSED_ON, "SECONDS", 0, "report a hang when a run takes longer than this", 3},
    {"check", OPT_FIRST_PASSED_ON + 1, "LIST", 0, "what else to look for", 3},
    {"fail-on", OPT_FIRST_PASSED_ON + 2, "LIST", 0, "findings that count as failures", 3},
    {"suppressions", OPT_FIRST_PASSED_ON + 3, "FILE", 0,
     "do not report findings that match a line of this file", 3},
    {"minimize", OPT_FIRST_PASSED_ON + 4, "RUNS", 0,
     "make schedules of failures smaller by so many runs at most", 3},
    {"store", OPT_FIRST_PASSED_ON + 5, "FILE", 0,
     "remember what searches learn in this file or PostgreSQL database", 3},
    {NULL, 0, NULL, 0, "What to write:", 4},
    {"out", OPT_OUT, "DIR", 0, "write failures to this folder (default heddle-out)", 4},
    {"json", OPT_JSON, "FILE", 0, "write the results as JSON; - is the standard output", 4},
    {"junit", OPT_JUNIT, "FILE", 0, "write the results as JUnit XML", 4},
    {"sarif", OPT_SARIF, "FILE", 0, "write what all searches have found as SARIF", 4},
    {"baseline", OPT_BASELINE, "FILE", 0,
     "report only what is not in this earlier report (SARIF or JSON of heddle test, SARIF of heddle suite) "
     "or folder "
     "of bugs",
     4},
    {"quiet", 'q', NULL, 0, "print failures and the summary only", 4},
    {0}};

static const struct argp suite_parser = {
    .options = suite_options,
    .parser = parse_suite_option,
    .args_doc = "PROGRAM|FOLDER|LIST... [-- ARG...]",
    .doc = "Searches each test of a suite on its own: the tests of a program that uses GoogleTest, Catch2, "
	   "doctest, "
	   "Boost.Test or Check, those that ctest, `meson test` or the Makefile of Automake run in the "
	   "folder of a build, or the "
	   "commands in "
	   "the lines of a file. What follows -- is given to each program.\v"
	   "Exit status: 0 no test failed, 1 a test failed, 2 misuse, or a test could not be tested."};

/* What follows the first -- is for the programs: argp does not see it. */
static int split_args(int argc, char **argv, struct suite_arguments *a)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			a->args = argv + i + 1;
			return i;
		}
	a->args = argv + argc;
	return argc;
}

static int discover(const struct suite_arguments *a, struct hd_suite *s, struct hd_signals *signals)
{
	for (size_t i = 0; i < a->npaths; i++)
		if (hd_suite_discover(s, a->paths[i], a->args, signals))
			return HD_STATUS_TROUBLE;
	hd_suite_filter(s, a->patterns, a->npatterns);
	if (s->n)
		return 0;
	return a->npatterns ? hd_complain("no test has a name that fits --test")
			    : hd_complain("there are no tests in %s", a->paths[0]);
}

/* How much time there is. */
static void settle(struct suite_arguments *a, const struct hd_suite *s)
{
	struct hd_suite_options *o = &a->options;

	if (o->runs && !o->have_seed) {
		o->seed = DEFAULT_SEED;
		o->have_seed = true;
	}
	if (!a->have_seconds && !o->runs)
		o->seconds = hd_share_of_all(s->n);
}

static int search(struct suite_arguments *a, struct hd_suite *s, struct hd_signals *signals)
{
	struct hd_suite_whole whole = {.suite = s,
				       .options = &a->options,
				       .json = a->json,
				       .junit = a->junit,
				       .sarif = a->sarif,
				       .baseline = a->baseline,
				       .name = a->paths[0],
				       .args = a->paths + 1,
				       .nargs = a->npaths - 1};

	settle(a, s);
	return hd_suite_search_whole(&whole, signals);
}

static int run_suite(int argc, char **argv)
{
	struct suite_arguments a = {.options = {.noun = "test", .out = "heddle-out", .jobs = hd_cores()}};
	int own = split_args(argc, argv, &a), status;
	struct hd_signals signals;
	struct hd_suite suite = {0};

	argp_parse(&suite_parser, own, argv, 0, NULL, &a);
	if (hd_signals_init(&signals))
		return HD_STATUS_TROUBLE;
	status = discover(&a, &suite, &signals);
	if (!status && a.list)
		for (size_t i = 0; i < suite.n; i++)
			puts(suite.tests[i].name);
	else if (!status)
		status = search(&a, &suite, &signals);
	hd_suite_free(&suite);
	hd_signals_term(&signals);
	hd_words_free(&a.options.for_search);
	free(a.patterns);
	return status;
}

const struct hd_cmd hd_cmd_suite = {"suite", "[OPTION...] PROGRAM|FOLDER|LIST... [-- ARG...]",
				    "search each test of a test program or a build on its own", run_suite};
