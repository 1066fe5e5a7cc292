/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle worker: takes part in a campaign whose work is in a store, or puts work there. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/work/work_results.h"
#include "heddle/worker/work_put.h"
#include "heddle/worker/worker.h"

enum {
	OPT_ONCE = 256,
	OPT_WAIT,
	OPT_CAMPAIGN,
	OPT_PROGRAMS,
	OPT_LEASE,
	OPT_PUT,
	OPT_UNITS,
	OPT_WITH,
	OPT_LOCAL,
	OPT_END,
	OPT_RESULTS,
	OPT_OUT,
	OPT_JSON
};

#define LEASE_SECONDS 15.0
#define JOBS_MAX      1024

struct worker_arguments {
	struct hd_worker_options worker;
	struct hd_work_put put;
	struct hd_work_results results;
	bool puts;
};

static const struct argp_option worker_options[] = {
    {NULL, 0, NULL, 0, "To do work:", 1},
    {"campaign", OPT_CAMPAIGN, "NAME", 0, "which campaign (default: the latest that is open)", 1},
    {"jobs", 'j', "N", 0, "run this many copies of a program at the same time (default: one per core)", 1},
    {"once", OPT_ONCE, NULL, 0, "end when all units are done, instead of waiting until the campaign is over",
     1},
    {"wait", OPT_WAIT, NULL, 0, "wait until there is an open campaign", 1},
    {"programs", OPT_PROGRAMS, "DIR", 0,
     "look for programs in this folder, too, where they are not at the path that the campaign has seen", 1},
    {"lease", OPT_LEASE, "SECONDS", 0,
     "what a worker that is lost has taken goes to another one after this long (default 15)", 1},
    {"quiet", 'q', NULL, 0, "print errors only", 1},
    {NULL, 0, NULL, 0, "To put work into the store, for other workers:", 2},
    {"put", OPT_PUT, "NAME", 0,
     "put units that search PROGRAM into this campaign, which is made if it is not open", 2},
    {"units", OPT_UNITS, "N", 0, "so many of them (default 1)", 2},
    {"time", 't', "SECONDS", 0, "each searches this long (default 60)", 2},
    {"runs", 'n', "N", 0, "each searches in so many runs", 2},
    {"with", OPT_WITH, "WORD", 0, "give this option to heddle test; may be repeated", 2},
    {"no-copy", OPT_LOCAL, NULL, 0, "do not put PROGRAM itself into the store: all machines have it", 2},
    {"end", OPT_END, "NAME", 0, "end this campaign: its workers finish what they have, and leave", 2},
    {NULL, 0, NULL, 0, "To see what has come of it:", 3},
    {"results", OPT_RESULTS, "NAME", 0,
     "print what the searches of this campaign have come to so far, and get the failures that any machine "
     "has found",
     3},
    {"out", OPT_OUT, "DIR", 0, "write these failures to this folder (default heddle-out)", 3},
    {"json", OPT_JSON, "FILE", 0, "write the results to FILE as JSON; - is the standard output", 3},
    {0},
};

static error_t parse_put(int key, char *value, const struct argp_state *state, struct worker_arguments *a)
{
	switch (key) {
	case OPT_END:
	case OPT_PUT:
		a->put.end = key == OPT_END;
		a->put.campaign = value;
		a->puts = true;
		return 0;
	case OPT_UNITS:
		a->put.units = hd_option_count(state, "--units", value, 1, 1000000);
		return 0;
	case 't':
		a->put.seconds = hd_option_seconds(state, "--time", value);
		return 0;
	case 'n':
		a->put.runs = hd_option_count(state, "--runs", value, 1, UINT32_MAX);
		return 0;
	case OPT_WITH:
		hd_words_add(&a->put.options, value);
		return 0;
	case OPT_LOCAL:
		a->put.keep_local = true;
		return 0;
	case OPT_RESULTS:
		a->results.campaign = value;
		return 0;
	case OPT_OUT:
		a->results.out = value;
		return 0;
	case OPT_JSON:
		a->results.json = value;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_worker_option(int key, char *value, struct argp_state *state)
{
	struct worker_arguments *a = state->input;
	struct hd_worker_options *o = &a->worker;

	switch (key) {
	case OPT_CAMPAIGN:
		o->campaign = value;
		return 0;
	case 'j':
		o->jobs = (unsigned)hd_option_count(state, "--jobs", value, 1, JOBS_MAX);
		return 0;
	case OPT_ONCE:
		o->once = true;
		return 0;
	case OPT_WAIT:
		o->wait = true;
		return 0;
	case OPT_PROGRAMS:
		o->programs = value;
		return 0;
	case OPT_LEASE:
		o->lease = hd_option_seconds(state, "--lease", value);
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->store) {
			state->next--;
			a->put.program = state->argv + state->next;
			a->put.nprogram = (unsigned)(state->argc - state->next);
			state->next = state->argc;
		} else {
			o->store = a->put.store = a->results.store = value;
		}
		return 0;
	default:
		return parse_put(key, value, state, a);
	}
}

/* What does not go together. */
static void check(const struct worker_arguments *a)
{
	const char *wrong = NULL;

	if (!a->worker.store)
		wrong = "which store? heddle worker [OPTION...] STORE";
	else if (a->puts && !a->put.end && !a->put.nprogram)
		wrong = "which program shall be searched? heddle worker --put NAME STORE PROGRAM [ARG...]";
	else if (a->puts && a->results.campaign)
		wrong = "--results goes with neither --put nor --end";
	else if (!a->results.campaign && (a->results.json || a->results.out))
		wrong = "--out and --json are for --results NAME";
	else if (!a->puts && a->put.nprogram)
		wrong = "a worker takes its programs from the store; --put NAME puts one there";
	if (wrong)
		exit(hd_complain("%s", wrong));
}

static int run_worker(int argc, char **argv)
{
	const struct argp argp = {
	    .options = worker_options,
	    .parser = parse_worker_option,
	    .args_doc = "STORE [PROGRAM [ARG...]]",
	    .doc =
		"Take part in a campaign whose work is in STORE: a file, or the URL of a PostgreSQL database "
		"(postgresql://USER@HOST/DATABASE).\v"
		"Exit status: 0 there is nothing left to do, 1 --results tells of a failure, 2 misuse, an "
		"environment problem, or a unit that this worker could not do."};
	struct worker_arguments a = {.worker = {.lease = LEASE_SECONDS}, .put = {.units = 1}};
	int status;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &a);
	check(&a);
	if (a.puts && !a.put.seconds && !a.put.runs)
		a.put.seconds = 60;
	if (!a.results.out)
		a.results.out = "heddle-out";
	status = a.results.campaign ? hd_work_results(&a.results)
		 : a.puts	    ? hd_work_put(&a.put)
				    : hd_worker_run(&a.worker);
	hd_words_free(&a.put.options);
	return status;
}

const struct hd_cmd hd_cmd_worker = {"worker", "[OPTION...] STORE",
				     "take part in a campaign whose work is in a store", run_worker};
