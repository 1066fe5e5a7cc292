/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/test_options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/cli/capacity_option.h"
#include "heddle/cli/checks_option.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/cores.h"
#include "heddle/cli/options.h"
#include "heddle/cli/strategy_option.h"
#include "heddle/compare_option.h"
#include "heddle/test_contradictions.h"
#include "model/check.h"
#include "model/schedule/schedule.h"
#include "strategy/strategy.h"

#define DEFAULT_SECONDS 60.0
#define DEFAULT_TIMEOUT 10.0
#define MAX_STEPS_MAX	(1ULL << 40)
#define DEFAULT_OUT	"heddle-out"
#define SHRINK_RUNS	500
#define SHRINK_RUNS_MAX 1000000000
#define DEPTH_MAX	1000
#define ROUNDS_MAX	1000

static const char *const points_names[] = {"shared", "all", "sync", NULL}; /* as enum hd_points */
static const char *const heap_names[] = {"quarantine", "reuse", NULL};	   /* as enum hd_heap_mode */
static const char *const spurious_names[] = {"no", "yes", NULL};
static const char *const children_names[] = {"native", "controlled", NULL};
static const char *const annotations_names[] = {"none", "github", NULL};
static const char *const exit_codes_names[] = {"heddle", "automake", NULL};
static const char *const network_names[] = {"host", "private", NULL};
static const char *const backtrack_names[] = {"off", "on", "often", NULL};	  /* as enum hd_backtracks */
static const char *const reset_names[] = {"auto", "place", "fork", "exec", NULL}; /* as enum hd_reset */

static void parse_strategy(struct hd_test_arguments *a, const struct argp_state *state, const char *name)
{
	a->test.search.strategy = hd_option_strategy(state, name);
	a->test.strategy = hd_strategy_at(a->test.search.strategy)->name;
}

static void parse_timeout(struct hd_test_arguments *a, const struct argp_state *state, const char *value)
{
	a->test.timeout = hd_option_seconds(state, "--timeout", value);
	a->test.timeout_adapts = false;
}

static void parse_seed(struct hd_test_arguments *a, const struct argp_state *state, const char *value)
{
	a->test.search.seed = hd_option_count(state, "--seed", value, 0, UINT64_MAX);
	a->have_seed = true;
}

static error_t parse_search(int key, char *value, const struct argp_state *state, struct hd_test_arguments *a)
{
	struct hd_campaign_options *s = &a->test.search;

	switch (key) {
	case 's':
		parse_strategy(a, state, value);
		return 0;
	case OPT_DEPTH:
		s->depth = (uint32_t)hd_option_count(state, "--depth", value, 1, DEPTH_MAX);
		return 0;
	case OPT_BOUND: /* the depth of a bug that needs so many preemptions */
		a->compare.bound = !strcmp(value, "all")
				       ? HD_DEPTH_ALL
				       : (uint32_t)hd_option_count(state, "--bound", value, 0, DEPTH_MAX) + 1;
		return 0;
	case OPT_SEED:
		parse_seed(a, state, value);
		return 0;
	case OPT_POINTS:
		s->points = hd_option_choice(state, "--points", value, points_names);
		return 0;
	case OPT_HEAP:
		s->heap = hd_option_choice(state, "--heap", value, heap_names);
		return 0;
	case OPT_TIMEOUTS:
		s->timeouts = hd_option_choice(state, "--timeouts", value, hd_timeouts_text);
		return 0;
	case OPT_WINDOW:
		a->test.window = (uint32_t)hd_option_count(state, "--window", value, 1, HD_IROOT_WINDOW_MAX);
		return 0;
	case OPT_ATTEMPTS:
		a->test.attempts =
		    (uint32_t)hd_option_count(state, "--attempts", value, 1, HD_IROOT_ATTEMPTS_MAX);
		return 0;
	case OPT_SPURIOUS:
		s->spurious = value ? hd_option_choice(state, "--spurious", value, spurious_names) : 1;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void parse_variable(struct hd_test_arguments *a, const struct argp_state *state, const char *value)
{
	if (*value == '=' || !strchr(value, '='))
		argp_failure(state, HD_STATUS_TROUBLE, 0, "--env wants NAME=VALUE, not `%s`", value);
	if (a->nvariables == HD_TEST_VARIABLES)
		argp_failure(state, HD_STATUS_TROUBLE, 0, "--env: more than %d variables", HD_TEST_VARIABLES);
	a->variables[a->nvariables++] = value;
}

static error_t parse_budget(int key, char *value, const struct argp_state *state, struct hd_test_arguments *a)
{
	struct hd_test_options *t = &a->test;

	switch (key) {
	case 't':
		t->seconds = hd_option_seconds(state, "--time", value);
		return 0;
	case 'n':
		t->runs = hd_option_count(state, "--runs", value, 1, INT64_MAX);
		return 0;
	case 'j':
		t->jobs = (unsigned)hd_option_count(state, "--jobs", value, 1, HD_MAX_WORKERS);
		a->have_jobs = true;
		return 0;
	case 'k':
		t->keep_going = true;
		return 0;
	case OPT_RETRY:
		t->retry = true;
		return 0;
	case OPT_UNTIL_COVERED:
		t->until_covered = true;
		return 0;
	case OPT_TIMEOUT:
		parse_timeout(a, state, value);
		return 0;
	case OPT_MAX_STEPS:
		t->max_steps = hd_option_count(state, "--max-steps", value, 1, MAX_STEPS_MAX);
		return 0;
	case OPT_EXPECT_EXIT:
		t->expect_exit = (uint32_t)hd_option_count(state, "--expect-exit", value, 0, 255);
		return 0;
	case OPT_ENV:
		parse_variable(a, state, value);
		return 0;
	case OPT_INPUTS:
		a->inputs = value;
		return 0;
	case OPT_CHILDREN:
		t->controls_children = hd_option_choice(state, "--children", value, children_names);
		return 0;
	case OPT_BACKTRACK:
		t->backtracks =
		    (enum hd_backtracks)hd_option_choice(state, "--backtrack", value, backtrack_names);
		return 0;
	case OPT_RESET:
		t->reset = (enum hd_reset)hd_option_choice(state, "--reset", value, reset_names);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_output(int key, char *value, const struct argp_state *state, struct hd_test_arguments *a)
{
	struct hd_test_options *t = &a->test;

	switch (key) {
	case OPT_OUT:
		t->out = value;
		return 0;
	case OPT_STORE:
		t->store = value;
		return 0;
	case OPT_KNOWN_AS:
		t->known_as = value;
		return 0;
	case OPT_ANEW:
		a->test.anew = true;
		return 0;
	case OPT_NO_STORE:
		t->no_store = true;
		return 0;
	case OPT_JSON:
		t->json = value;
		return 0;
	case OPT_HTML:
		t->html = value;
		return 0;
	case OPT_MINIMIZE:
		t->shrink_runs = hd_option_count(state, "--minimize", value, 0, SHRINK_RUNS_MAX);
		t->shrink_patient = true;
		return 0;
	case OPT_HASHES: /* to be compared with those of other searches: all start from nothing */
		t->hashes = value;
		t->no_store = true;
		return 0;
	case OPT_CAPACITY:
		hd_option_capacity(state, value, a->most);
		t->most = a->most;
		return 0;
	case OPT_VERIFY:
		t->verify = true;
		return 0;
	case OPT_SAVE_SCHEDULE:
		t->save_schedule = true;
		return 0;
	case 'q':
		t->quiet = true;
		return 0;
	case 'v':
		t->verbose = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_results(int key, char *value, const struct argp_state *state,
			     struct hd_test_arguments *a)
{
	struct hd_test_options *t = &a->test;

	switch (key) {
	case OPT_SARIF:
		t->sarif = value;
		return 0;
	case OPT_JUNIT:
		t->junit = value;
		return 0;
	case OPT_ANNOTATIONS:
		t->annotations = hd_option_choice(state, "--annotations", value, annotations_names);
		return 0;
	case OPT_BASELINE:
		t->baseline = value;
		return 0;
	case OPT_EXIT_CODES:
		t->automake = hd_option_choice(state, "--exit-codes", value, exit_codes_names);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_analysis(int key, char *value, const struct argp_state *state,
			      struct hd_test_arguments *a)
{
	switch (key) {
	case OPT_CHECK:
		a->test.checks = hd_option_checks(state, value);
		a->compare.checks_given = true;
		return 0;
	case OPT_FAIL_ON:
		a->test.fail_on = hd_option_fail_on(state, value);
		return 0;
	case OPT_RECORD:
		a->test.record = value;
		return 0;
	case OPT_PROJECT:
		a->test.project = value;
		return 0;
	case OPT_EXPLAIN_PAIRS:
		a->test.explain_pairs = true;
		return 0;
	case OPT_EXPLAIN_SETS:
		a->test.explain_sets = true;
		return 0;
	case OPT_SUPPRESSIONS:
		a->suppressions = value;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_server(int key, char *value, const struct argp_state *state, struct hd_test_arguments *a)
{
	switch (key) {
	case OPT_SETUP:
		a->around.setup = value;
		return 0;
	case OPT_READY:
		a->around.ready = value;
		return 0;
	case OPT_CLIENT:
		a->around.client = value;
		return 0;
	case OPT_TEARDOWN:
		a->around.teardown = value;
		return 0;
	case OPT_GRACE:
		a->grace = hd_option_seconds(state, "--grace", value);
		return 0;
	case OPT_NETWORK:
		a->around.alone = hd_option_choice(state, "--network", value, network_names);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Each run of a server is a process of its own, and only one at a time has a port, unless the user knows
 * better. */
static void settle_server(struct hd_test_arguments *a, const struct argp_state *state)
{
	if (!hd_is_surrounded(&a->around))
		return;
	if (a->test.reset != HD_RESET_AUTO && a->test.reset != HD_RESET_EXEC)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "with --setup, --ready, --client, --teardown or --network private every run is "
			     "a new process: "
			     "--reset must be exec");
	if (a->test.verify)
		argp_failure(
		    state, HD_STATUS_TROUBLE, 0,
		    "--verify replays a run in the same process, which is not possible with --setup, "
		    "--ready, --client or --teardown; use heddle replay");
	a->test.reset = HD_RESET_EXEC;
	if (!a->have_jobs)
		a->test.jobs = 1;
}

/* A user who asks for early time-outs in every run wants failures that need them to be reported. */
static void settle_timeouts(struct hd_test_arguments *a)
{
	if (a->test.search.timeouts == HD_TIMEOUTS_EAGER)
		a->test.fail_on |= HD_FAIL_ON_EARLY;
}

/* A systematic search has one worker unless the user asks for more: then it makes the same runs in the same
 * order each time. Servers come and go with their clients, so only one worker can hold its place there. */
static void settle_systematic(struct hd_test_arguments *a)
{
	bool systematic = a->test.search.strategy >= 0 && hd_strategies[a->test.search.strategy]->proof;

	if (a->compare.n)
		return;
	if (!systematic)
		return;
	if (a->compare.bound)
		a->test.search.depth = a->compare.bound;
	if (a->have_jobs && a->test.jobs > 1 && hd_is_surrounded(&a->around))
		hd_complain("note: %s searches a server with one worker, whatever -j says", a->test.strategy);
	if (!a->have_jobs || hd_is_surrounded(&a->around))
		a->test.jobs = 1;
}

static error_t parse_compare(int key, char *value, const struct argp_state *state,
			     struct hd_test_arguments *a)
{
	switch (key) {
	case OPT_COMPARE:
		hd_option_compare(&a->compare, state, value);
		return 0;
	case OPT_ROUNDS:
		a->compare.rounds = (unsigned)hd_option_count(state, "--rounds", value, 1, ROUNDS_MAX);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What --inputs does itself, for all inputs together. */
static bool is_for_all_inputs(int key)
{
	static const int keys[] = {'t',	     'n',	'j',	   'q',		 OPT_SEED,  OPT_OUT,
				   OPT_JSON, OPT_JUNIT, OPT_SARIF, OPT_BASELINE, OPT_INPUTS};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i] == key)
			return true;
	return false;
}

static void pass_on(struct hd_test_arguments *a, int key, const char *value)
{
	const struct argp_option *o = a->options;

	while (o->key != key)
		o++;
	if (is_for_all_inputs(key))
		return;
	if (value)
		hd_words_addf(&a->for_each, "--%s=%s", o->name, value);
	else
		hd_words_addf(&a->for_each, "--%s", o->name);
}

static error_t parse_test_option(int key, char *value, struct argp_state *state)
{
	struct hd_test_arguments *a = state->input;

	if (key == ARGP_KEY_ARG) { /* the program: everything from here on is its own */
		a->program = &state->argv[state->next - 1];
		a->nprogram = state->argc - state->next + 1;
		state->next = state->argc;
		return 0;
	}
	if (key == ARGP_KEY_END) {
		hd_refuse_contradictions(a, state);
		settle_server(a, state);
		settle_systematic(a);
		settle_timeouts(a);
		if (a->compare.n && !a->have_jobs)
			a->test.jobs = 1;
	}
	if (key == ARGP_KEY_NO_ARGS)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "which program? heddle test [OPTION...] PROGRAM [ARG...]");
	if (!parse_search(key, value, state, a) || !parse_budget(key, value, state, a) ||
	    !parse_output(key, value, state, a) || !parse_results(key, value, state, a) ||
	    !parse_analysis(key, value, state, a) || !parse_server(key, value, state, a) ||
	    !parse_compare(key, value, state, a)) {
		a->given[key] = true;
		pass_on(a, key, value);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* GitHub Actions says so in the environment of what it runs. */
static bool in_github_actions(void)
{
	const char *says = getenv("GITHUB_ACTIONS");

	return says && !strcmp(says, "true");
}

/* Short enough to be typed again. */
static uint64_t random_seed(void)
{
	uint32_t seed = 1;

	if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
		seed = (uint32_t)getpid();
	return seed;
}

void hd_test_options_parse(struct hd_test_arguments *a, int argc, char **argv)
{
	struct argp_option *all = hd_test_option_table();
	const struct argp argp = {
	    .options = all,
	    .parser = parse_test_option,
	    .args_doc = "[--] PROGRAM [ARG...]",
	    .doc = "Run a program under many schedules until one makes it fail.\v"
		   "Exit status: 0 nothing failed, 1 a failure was found, 2 misuse or an environment "
		   "problem."};

	*a = (struct hd_test_arguments){.test = {.search = {.strategy = -1,
							    .points = HD_POINTS_SHARED,
							    .heap = -1,
							    .timeouts = -1,
							    .spurious = -1},
						 .strategy = "auto",
						 .seconds = DEFAULT_SECONDS,
						 .runs = UINT64_MAX,
						 .jobs = hd_cores(),
						 .shrink_runs = SHRINK_RUNS,
						 .out = DEFAULT_OUT,
						 .timeout = DEFAULT_TIMEOUT,
						 .timeout_adapts = true,
						 .backtracks = HD_BACKTRACKS_ON,
						 .annotations = in_github_actions(),
						 .checks = HD_CHECK_DEFAULT},
					.compare = {.rounds = 1},
					.options = all,
					.grace = HD_GRACE};
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, a);
	a->options = NULL;
	free(all);
	if (!a->have_seed)
		a->test.search.seed = random_seed();
	a->test.have_seed = a->have_seed;
	/* A given seed asks for the same search again; maple is about what was not tried before. */
	a->test.afresh = a->have_seed && strcmp(a->test.strategy, "maple") != 0;
	if (a->test.jobs > a->test.runs)
		a->test.jobs = (unsigned)a->test.runs;
}
