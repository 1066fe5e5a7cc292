/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle gen: tests a library from its headers alone. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/gen/search.h"
#include "wire/wire.h"

enum {
	OPT_TYPE = 256,
	OPT_FUNCTION,
	OPT_UNSAFE,
	OPT_SEED,
	OPT_KEEP,
	OPT_OUT,
	OPT_EXPLAIN,
	OPT_HINTS,
	OPT_ORACLE,
	OPT_ANNOTATE
};

static void add_glob(struct hd_globs *globs, char *glob, struct argp_state *state)
{
	if (globs->n == HD_GLOBS)
		argp_error(state, "that is more than %d patterns", HD_GLOBS);
	globs->at[globs->n++] = glob;
}

static error_t parse_gen_option(int key, char *arg, struct argp_state *state)
{
	struct hd_gen_options *o = state->input;

	switch (key) {
	case OPT_TYPE:
		o->type = arg;
		return 0;
	case OPT_FUNCTION:
		add_glob(&o->functions, arg, state);
		return 0;
	case OPT_UNSAFE:
		add_glob(&o->unsafe, arg, state);
		return 0;
	case OPT_KEEP:
		o->keep = arg;
		return 0;
	case OPT_OUT:
		o->out = arg;
		return 0;
	case OPT_EXPLAIN:
		o->explain = true;
		return 0;
	case OPT_HINTS:
		o->hints = arg;
		return 0;
	case OPT_ANNOTATE:
		o->annotate = o->keep_going = true;
		return 0;
	case OPT_ORACLE:
		if (strcmp(arg, "failure") != 0 && strcmp(arg, "linearizable") != 0)
			argp_error(state, "there is no oracle `%s`; there are failure and linearizable", arg);
		o->linearizable = !strcmp(arg, "linearizable");
		return 0;
	case 'k':
		o->keep_going = true;
		return 0;
	case 't':
		if (!hd_parse_seconds(arg, &o->seconds))
			argp_error(state, "-t wants a number of seconds, not `%s`", arg);
		return 0;
	case 'n':
		if (!hd_parse_count(arg, UINT64_MAX, &o->tests))
			argp_error(state, "-n wants a number of tests, not `%s`", arg);
		return 0;
	case 'j':
		o->jobs = (unsigned)hd_option_count(state, "--jobs", arg, 1, HD_MAX_WORKERS);
		return 0;
	case OPT_SEED:
		if (!hd_parse_count(arg, UINT64_MAX, &o->seed))
			argp_error(state, "--seed wants a number, not `%s`", arg);
		return 0;
	case ARGP_KEY_ARGS:
		o->headers = state->argv + state->next;
		o->nheaders = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which header?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option gen_options[] = {
    {"time", 't', "SECONDS", 0, "search that long at most (60)", 0},
    {"tests", 'n', "N", 0, "run N concurrent tests at most", 0},
    {"jobs", 'j', "N", 0, "run tests in this many processes at the same time (1)", 0},
    {"keep-going", 'k', NULL, 0, "go on after a violation, to find others", 0},
    {"seed", OPT_SEED, "N", 0, "for another sequence of tests", 0},
    {"type", OPT_TYPE, "NAME", 0, "test only objects of this type", 0},
    {"function", OPT_FUNCTION, "GLOB", 0, "let threads call only these functions at the same time", 0},
    {"unsafe", OPT_UNSAFE, "GLOB", 0,
     "functions that must not be called concurrently: call them only before the threads start", 0},
    {"hints", OPT_HINTS, "FILE", 0, "what the headers cannot say: see docs/gen.md", 0},
    {"oracle", OPT_ORACLE, "NAME", 0,
     "failure: a test has to fail (the default); linearizable: wrong results count, too", 0},
    {"annotate", OPT_ANNOTATE, NULL, 0,
     "print a table of the functions at the end: safe so far, unsafe, not tested; implies -k", 0},
    {"explain", OPT_EXPLAIN, NULL, 0, "print what each function is taken for, and run nothing", 0},
    {"out", OPT_OUT, "DIR", 0, "put violations there (heddle-out)", 0},
    {"keep", OPT_KEEP, "DIR", 0, "build the driver there and leave it there", 0},
    {0}};

static const struct argp gen_parser = {
    .options = gen_options,
    .parser = parse_gen_option,
    .args_doc = "HEADER... -- [BUILD FLAGS, SOURCES AND LIBRARIES]",
    .doc = "Makes concurrent tests of a C library from its headers, and runs them under many schedules. A "
	   "test that "
	   "fails is reported if no order of its calls in one thread fails. What follows -- is given to "
	   "heddle-cc to "
	   "build the library, or to link with it.\v"
	   "Exit status: 0 no violation was found, 1 a violation was found, 2 the library cannot be tested."};

/* What follows the first -- is for the compiler: argp does not see it. */
static int split_words(int argc, char **argv, struct hd_gen_options *o)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			o->words =
			    (struct hd_build_words){.words = argv + i + 1, .n = (size_t)(argc - i - 1)};
			return i;
		}
	return argc;
}

static int cmd_gen(int argc, char **argv)
{
	struct hd_gen_options o = {
	    .seconds = 60, .tests = UINT64_MAX, .seed = 1, .jobs = 1, .out = "heddle-out"};
	int own = split_words(argc, argv, &o);

	argp_parse(&gen_parser, own, argv, 0, NULL, &o);
	return hd_gen_search(&o);
}

const struct hd_cmd hd_cmd_gen = {"gen", "[OPTION...] HEADER... -- [BUILD FLAGS AND SOURCES...]",
				  "make concurrent tests of a library from its headers, and run them",
				  cmd_gen};
