/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle test: the options. What it does with them is in campaign.c. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/campaign.h"
#include "heddle/capacity_option.h"
#include "heddle/cmd.h"
#include "heddle/compare_option.h"
#include "heddle/options.h"
#include "heddle/strategy_option.h"
#include "model/schedule.h"
#include "strategy/strategy.h"

#define DEFAULT_SECONDS 60.0
#define DEFAULT_TIMEOUT 10.0
#define MAX_STEPS_MAX	(1ULL << 40)
#define DEFAULT_OUT	"heddle-out"
#define DEPTH_MAX	1000
#define ROUNDS_MAX	1000

enum {
	OPT_DEPTH = 256,
	OPT_BOUND,
	OPT_COMPARE,
	OPT_ROUNDS,
	OPT_SEED,
	OPT_OUT,
	OPT_STORE,
	OPT_NO_STORE,
	OPT_RETRY,
	OPT_UNTIL_COVERED,
	OPT_JSON,
	OPT_TIMEOUT,
	OPT_EXPECT_EXIT,
	OPT_CHILDREN,
	OPT_RESET,
	OPT_POINTS,
	OPT_HEAP,
	OPT_TIMEOUTS,
	OPT_SPURIOUS,
	OPT_MAX_STEPS,
	OPT_HASHES,
	OPT_VERIFY,
	OPT_CHECK,
	OPT_FAIL_ON,
	OPT_SUPPRESSIONS,
	OPT_PROJECT,
	OPT_RECORD,
	OPT_EXPLAIN_SETS,
	OPT_SAVE_SCHEDULE,
	OPT_CAPACITY,
	OPT_SETUP,
	OPT_READY,
	OPT_CLIENT,
	OPT_TEARDOWN,
	OPT_GRACE,
	OPT_NETWORK
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "How much to search:", 1},
    {"time", 't', "SECONDS", 0, "search for that long (default 60)", 1},
    {"runs", 'n', "N", 0, "at most that many runs", 1},
    {"jobs", 'j', "N", 0, "workers at the same time (default: as many as cores)", 1},
    {"until-covered", OPT_UNTIL_COVERED, NULL, 0,
     "with -s maple: end as soon as all that was predicted is exposed or was tried often enough", 1},
    {"keep-going", 'k', NULL, 0, "do not stop at the first failure", 1},
    {NULL, 0, NULL, 0, "How to search:", 2},
    {"strategy", 's', "NAME", 0, "how to pick the next thread (default auto: the others by turns)", 2},
    {"depth", OPT_DEPTH, "N", 0, "the strategy's parameter (default: varies)", 2},
    {"bound", OPT_BOUND, "N|all", 0, "preemptions that a schedule may have, for chess (default 2)", 2},
    {"compare", OPT_COMPARE, "LIST", 0,
     "search with each of these strategies, by turns, and print a table; -t and -n are for each search", 2},
    {"rounds", OPT_ROUNDS, "N", 0, "compare so many times, with other seeds, and show medians (default 1)",
     2},
    {"seed", OPT_SEED, "N", 0, "where the randomness starts (default: random)", 2},
    {"points", OPT_POINTS, "WHICH", 0,
     "accesses that are scheduling points: shared (learnt, the default), all, or none but synchronisation "
     "(sync)",
     2},
    {"heap", OPT_HEAP, "MODE", 0, "freed memory: quarantine or reuse (default: varies)", 2},
    {"timeouts", OPT_TIMEOUTS, "WHEN", 0,
     "timed waits end late, near or eager: see docs/time.md (default: varies)", 2},
    {"spurious", OPT_SPURIOUS, "yes|no", OPTION_ARG_OPTIONAL,
     "spurious wakeups in every run, or never (default: in some runs, late in the search)", 2},
    {NULL, 0, NULL, 0, "What the program may do:", 3},
    {"timeout", OPT_TIMEOUT, "SECONDS", 0,
     "a run that takes longer hangs (default 10, or more for programs that take long)", 3},
    {"max-steps", OPT_MAX_STEPS, "N", 0, "a run with more steps hangs (default: depends on the others)", 3},
    {"expect-exit", OPT_EXPECT_EXIT, "N", 0, "the exit status that is no failure (default 0)", 3},
    {"children", OPT_CHILDREN, "HOW", 0,
     "children made by fork go on native (the default) or controlled, too", 3},
    {"reset", OPT_RESET, "HOW", 0,
     "how a process is made new for the next run: place, fork or exec (default: the first that works)", 3},
    {NULL, 0, NULL, 0, "Servers (see docs/servers.md): each run is done with all of this around it", 4},
    {"setup", OPT_SETUP, "COMMAND", 0, "for a shell, before the server is started", 4},
    {"ready", OPT_READY, "PORT|PATTERN", 0,
     "the server can be used when somebody listens on this port, or when it has printed something that "
     "matches this extended regular expression",
     4},
    {"client", OPT_CLIENT, "COMMAND", 0,
     "for a shell, against the server; a status other than 0 is a failure. The server then gets SIGTERM", 4},
    {"teardown", OPT_TEARDOWN, "COMMAND", 0, "for a shell, when the server has ended", 4},
    {"grace", OPT_GRACE, "SECONDS", 0, "for the server to end after SIGTERM, before SIGKILL (default 5)", 4},
    {"check", OPT_CHECK, "LIST", 0,
     "what to look for besides failures: race, lock-order, atomic-set, all (the first two) or none "
     "(default all)",
     3},
    {"fail-on", OPT_FAIL_ON, "LIST", 0,
     "what else counts as a failure: race, lock-order, atomic-set, early-timeout, all (the first two) or "
     "none "
     "(default none)",
     3},
    {"record", OPT_RECORD, "LOG", 0,
     "write down what happens to atomic sets, for `heddle analyze`, instead of looking at it", 3},
    {"project", OPT_PROJECT, "FILE", 0,
     "what belongs together, for atomic sets: declarations as in docs/atomic-sets.md", 3},
    {"explain-sets", OPT_EXPLAIN_SETS, NULL, 0,
     "print the atomic sets and units of work that were inferred, and why", 3},
    {"suppressions", OPT_SUPPRESSIONS, "FILE", 0,
     "findings not to be told: lines of KIND:PATTERN, as ThreadSanitizer reads them", 3},
    {"network", OPT_NETWORK, "WHICH", 0,
     "host, or private: each run has a network of its own, with a loopback interface and every port free "
     "(default host)",
     4},
    {NULL, 0, NULL, 0, "What to write:", 5},
    {"out", OPT_OUT, "DIR", 0, "folder for what was found (default heddle-out)", 5},
    {"store", OPT_STORE, "FILE", 0, "where to keep what searches learn (default heddle.db in that folder)",
     5},
    {"no-store", OPT_NO_STORE, NULL, 0, "neither use nor keep it", 5},
    {"json", OPT_JSON, "FILE", 0, "a summary as JSON; - is the standard output", 5},
    {"quiet", 'q', NULL, 0, "only failures and the summary", 5},
    {"verbose", 'v', NULL, 0, "also the seed and how processes were reset", 5},
    {NULL, 0, NULL, 0, "To check heddle itself:", 6},
    {"verify", OPT_VERIFY, NULL, 0, "replay each run at once and compare; a difference gives exit status 2",
     6},
    {"retry", OPT_RETRY, NULL, 0,
     "maple tries what other runs have exposed, too, to see how often it gets there", 6},
    {"hashes", OPT_HASHES, "FILE", 0, "write each run's number and the hash of its events", 6},
    {"capacity", OPT_CAPACITY, "TABLE=N", 0,
     "make a table of Heddle's smaller, to see what happens when it is full (docs/limits.md names them)", 6},
    {"save-schedule", OPT_SAVE_SCHEDULE, NULL, 0,
     "keep the schedule of the last run (OUT/run) even if it passed", 6},
    {0},
};

static const char *const points_names[] = {"shared", "all", "sync", NULL}; /* as enum hd_points */
static const char *const heap_names[] = {"quarantine", "reuse", NULL};	   /* as enum hd_heap_mode */
static const char *const spurious_names[] = {"no", "yes", NULL};
static const char *const children_names[] = {"native", "controlled", NULL};
static const char *const network_names[] = {"host", "private", NULL};
static const char *const reset_names[] = {"auto", "place", "fork", "exec", NULL}; /* as enum hd_reset */

struct arguments {
	struct hd_test_options test;
	struct hd_surroundings around;
	double grace;
	const char *suppressions; /* file; NULL: none */
	bool have_seed, have_jobs, have_strategy;
	struct hd_compare_options compare;
	uint32_t most[HD_CAPACITIES]; /* entries of each table */
	char **program;		      /* and its arguments */
	int nprogram;
};

static void parse_strategy(struct arguments *a, const struct argp_state *state, const char *name)
{
	a->test.strategy = name;
	a->test.search.strategy = hd_option_strategy(state, name);
	a->have_strategy = true;
}

static void parse_timeout(struct arguments *a, const struct argp_state *state, const char *value)
{
	a->test.timeout = hd_option_seconds(state, "--timeout", value);
	a->test.timeout_adapts = false;
}

static void parse_seed(struct arguments *a, const struct argp_state *state, const char *value)
{
	a->test.search.seed = hd_option_count(state, "--seed", value, 0, INT64_MAX);
	a->have_seed = true;
}

static error_t parse_search(int key, char *value, const struct argp_state *state, struct arguments *a)
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
	case OPT_SPURIOUS:
		s->spurious = value ? hd_option_choice(state, "--spurious", value, spurious_names) : 1;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_budget(int key, char *value, const struct argp_state *state, struct arguments *a)
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
	case OPT_CHILDREN:
		t->controls_children = hd_option_choice(state, "--children", value, children_names);
		return 0;
	case OPT_RESET:
		t->reset = (enum hd_reset)hd_option_choice(state, "--reset", value, reset_names);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_output(int key, char *value, const struct argp_state *state, struct arguments *a)
{
	struct hd_test_options *t = &a->test;

	switch (key) {
	case OPT_OUT:
		t->out = value;
		return 0;
	case OPT_STORE:
		t->store = value;
		return 0;
	case OPT_NO_STORE:
		t->no_store = true;
		return 0;
	case OPT_JSON:
		t->json = value;
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

/* A list of what analyses look for, separated by commas. */
static uint32_t parse_checks(const struct argp_state *state, const char *option, const char *value,
			     bool fail_on)
{
	static const struct {
		const char *name;
		uint32_t bits;
	} known[] = {{"early-timeout", HD_FAIL_ON_EARLY}, /* for --fail-on alone */
		     {"race", HD_CHECK_RACE},
		     {"lock-order", HD_CHECK_LOCK_ORDER},
		     {"atomic-set", HD_CHECK_ATOMIC_SETS},
		     {"atomic-sets", HD_CHECK_ATOMIC_SETS},
		     {"all", HD_CHECK_RACE | HD_CHECK_LOCK_ORDER},
		     {"none", 0}};
	uint32_t bits = 0;
	size_t i;

	for (;;) {
		size_t n = strcspn(value, ",");

		for (i = fail_on ? 0 : 1; i < sizeof(known) / sizeof(known[0]); i++)
			if (strlen(known[i].name) == n && !strncmp(known[i].name, value, n))
				break;
		if (i == sizeof(known) / sizeof(known[0]))
			argp_failure(state, HD_STATUS_TROUBLE, 0,
				     "%s: there is no check `%.*s`; there are: race, lock-order, atomic-set, "
				     "%sall, none",
				     option, (int)n, value, fail_on ? "early-timeout, " : "");
		else
			bits |= known[i].bits;
		if (!value[n])
			return bits;
		value += n + 1;
	}
}

static error_t parse_analysis(int key, char *value, const struct argp_state *state, struct arguments *a)
{
	switch (key) {
	case OPT_CHECK:
		a->test.checks = parse_checks(state, "--check", value, false);
		a->compare.checks_given = true;
		return 0;
	case OPT_FAIL_ON:
		a->test.fail_on = parse_checks(state, "--fail-on", value, true);
		return 0;
	case OPT_RECORD:
		a->test.record = value;
		return 0;
	case OPT_PROJECT:
		a->test.project = value;
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

static error_t parse_server(int key, char *value, const struct argp_state *state, struct arguments *a)
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
static void settle_server(struct arguments *a, const struct argp_state *state)
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

/* Who asks for early time-outs in every run wants to know what they do. */
static void settle_timeouts(struct arguments *a)
{
	if (a->test.search.timeouts == HD_TIMEOUTS_EAGER)
		a->test.fail_on |= HD_FAIL_ON_EARLY;
}

/* A search that goes through all schedules knows where it is: there is only one of it. */
static void settle_systematic(struct arguments *a, const struct argp_state *state)
{
	bool systematic = a->test.search.strategy >= 0 && hd_strategies[a->test.search.strategy]->proof;

	if (a->compare.n)
		return;
	if (a->compare.bound && !systematic)
		argp_failure(state, HD_STATUS_TROUBLE, 0, "--bound is for -s chess");
	if (!systematic)
		return;
	if (a->compare.bound)
		a->test.search.depth = a->compare.bound;
	if (a->have_jobs && a->test.jobs > 1)
		hd_complain("note: %s searches with one worker, whatever -j says", a->test.strategy);
	a->test.jobs = 1;
}

static error_t parse_compare(int key, char *value, const struct argp_state *state, struct arguments *a)
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

static error_t parse(int key, char *value, struct argp_state *state)
{
	struct arguments *a = state->input;

	if (key == ARGP_KEY_ARG) { /* the program: everything from here on is its own */
		a->program = &state->argv[state->next - 1];
		a->nprogram = state->argc - state->next + 1;
		state->next = state->argc;
		return 0;
	}
	if (key == ARGP_KEY_END) {
		settle_server(a, state);
		settle_systematic(a, state);
		settle_timeouts(a);
		hd_compare_check(&a->compare, state, &a->test, a->have_strategy);
		if (a->compare.n && !a->have_jobs)
			a->test.jobs = 1;
	}
	if (key == ARGP_KEY_NO_ARGS)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "which program? heddle test [OPTION...] PROGRAM [ARG...]");
	if (!parse_search(key, value, state, a) || !parse_budget(key, value, state, a) ||
	    !parse_output(key, value, state, a) || !parse_analysis(key, value, state, a) ||
	    !parse_server(key, value, state, a) || !parse_compare(key, value, state, a))
		return 0;
	return ARGP_ERR_UNKNOWN;
}

/* The options, and the strategies as lines of --help. To be freed. */
static struct argp_option *all_options(void)
{
	size_t n = sizeof(options) / sizeof(options[0]) - 1;
	struct argp_option *all = hd_new(n + HD_STRATEGY_COUNT + 2, sizeof(*all));

	memcpy(all, options, n * sizeof(*all));
	all[n++] = (struct argp_option){.doc = "Strategies:", .group = 7};
	for (int i = 0; i < HD_STRATEGY_COUNT; i++)
		if (i != HD_STRATEGY_replay)
			all[n++] = (struct argp_option){.name = hd_strategies[i]->name,
							.flags = OPTION_DOC | OPTION_NO_USAGE,
							.doc = hd_strategies[i]->help,
							.group = 7};
	return all;
}

static unsigned cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return n > HD_MAX_WORKERS ? HD_MAX_WORKERS : (unsigned)n;
}

/* Short enough to be typed again. */
static uint64_t random_seed(void)
{
	uint32_t seed = 1;

	if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
		seed = (uint32_t)getpid();
	return seed;
}

/* What is misused is found out before the search, which takes its time. */
/* What a strategy drives runs to has to be found first. */
static uint32_t checks_needed(int strategy)
{
	switch (strategy) {
	case HD_STRATEGY_race:
		return HD_CHECK_RACE;
	case HD_STRATEGY_deadlock:
		return HD_CHECK_LOCK_ORDER;
	case HD_STRATEGY_assets:
		return HD_CHECK_ATOMIC_SETS;
	default:
		return 0;
	}
}

static int load_suppressions(struct arguments *a)
{
	int status = hd_suppressions_load_tsan(&a->test.suppressions, getenv("TSAN_OPTIONS"));

	return !status && a->suppressions ? hd_suppressions_load(&a->test.suppressions, a->suppressions)
					  : status;
}

static int check_analyses(struct arguments *a)
{
	a->test.checks |= checks_needed(a->test.search.strategy);
	if (a->test.explain_sets || a->test.project || a->test.record)
		a->test.checks |= HD_CHECK_ATOMIC_SETS;
	if (a->test.retry && a->test.search.strategy != HD_STRATEGY_maple)
		return hd_complain("--retry is for -s maple: no other strategy predicts iRoots");
	if (a->test.until_covered && a->test.search.strategy != HD_STRATEGY_maple)
		return hd_complain(
		    "--until-covered is for -s maple: no other strategy knows what is covered");
	if (a->test.fail_on & ~(a->test.checks | HD_FAIL_ON_EARLY))
		return hd_complain("--fail-on names something that --check leaves out");
	return load_suppressions(a);
}

static int run(int argc, char **argv)
{
	struct argp_option *all = all_options();
	const struct argp argp = {
	    .options = all,
	    .parser = parse,
	    .args_doc = "[--] PROGRAM [ARG...]",
	    .doc = "Run a program under many schedules until one makes it fail.\v"
		   "Exit status: 0 nothing failed, 1 a failure was found, 2 misuse or an environment "
		   "problem."};
	struct arguments a = {.test = {.search = {.strategy = -1,
						  .points = HD_POINTS_SHARED,
						  .heap = -1,
						  .timeouts = -1,
						  .spurious = -1},
				       .strategy = "auto",
				       .seconds = DEFAULT_SECONDS,
				       .runs = UINT64_MAX,
				       .jobs = cores(),
				       .out = DEFAULT_OUT,
				       .timeout = DEFAULT_TIMEOUT,
				       .timeout_adapts = true,
				       .checks = HD_CHECK_RACE | HD_CHECK_LOCK_ORDER},
			      .compare = {.rounds = 1},
			      .grace = HD_GRACE};
	struct hd_signals signals;
	struct hd_target target;
	int status;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &a);
	free(all);
	if (!a.have_seed)
		a.test.search.seed = random_seed();
	/* Who gives a seed wants the same search again; maple is about what was not tried before. */
	a.test.afresh = a.have_seed && strcmp(a.test.strategy, "maple") != 0;
	if (a.test.jobs > a.test.runs)
		a.test.jobs = (unsigned)a.test.runs;
	if (check_analyses(&a) || hd_signals_init(&signals))
		return HD_STATUS_TROUBLE;
	status =
	    hd_target_init(&target, &signals, a.program[0], a.program + 1, (unsigned)a.nprogram - 1, NULL);
	target.around = a.around;
	target.grace = a.grace;
	target.verbose = a.test.verbose;
	if (!status)
		status = hd_target_copy_input(&target, STDIN_FILENO);
	if (!status)
		status = a.compare.n ? hd_compare_run(&a.compare, &a.test, &target)
				     : hd_campaign_run(&a.test, &target);
	hd_target_term(&target);
	hd_signals_term(&signals);
	hd_suppressions_term(&a.test.suppressions);
	return status;
}

const struct hd_cmd hd_cmd_test = {"test", "[OPTION...] [--] PROGRAM [ARG...]",
				   "run a program under many schedules until one makes it fail", run};
