/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/test_option_table.h"

#include <string.h>

#include "base/fail.h"
#include "strategy/strategy.h"

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "How much to search:", 1},
    {"time", 't', "SECONDS", 0, "stop the search after this long (default 60)", 1},
    {"runs", 'n', "N", 0, "stop the search after this many runs", 1},
    {"jobs", 'j', "N", 0, "run this many copies of the program at the same time (default: one per core)", 1},
    {"until-covered", OPT_UNTIL_COVERED, NULL, 0,
     "with -s maple: stop when every predicted interleaving was exposed or tried often enough", 1},
    {"keep-going", 'k', NULL, 0, "go on after the first failure, until the time is over", 1},
    {NULL, 0, NULL, 0, "How to search:", 2},
    {"strategy", 's', "NAME", 0,
     "how to pick the next thread; the list is below (default auto: time is divided among several)", 2},
    {"depth", OPT_DEPTH, "N", 0, "the strategy's parameter, see the list below (default: varies)", 2},
    {"bound", OPT_BOUND, "N|all", 0,
     "with -s chess or delay-bound: try the schedules with at most this many preemptions or delays (default "
     "2)",
     2},
    {"anew", OPT_ANEW, NULL, 0,
     "with auto or a systematic strategy: begin the search anew, although an earlier one of it was not "
     "finished, or "
     "has tried all",
     2},
    {"window", OPT_WINDOW, "N", 0,
     "count and predict interleavings whose two parts in a thread are at most this many operations apart "
     "(default 256)",
     2},
    {"attempts", OPT_ATTEMPTS, "N", 0,
     "with -s maple or auto: try a predicted interleaving at most this often with one input (default 6)", 2},
    {"compare", OPT_COMPARE, "LIST", 0,
     "search with each strategy of this list in turn and print a table; -t and -n hold for each search", 2},
    {"rounds", OPT_ROUNDS, "N", 0,
     "with --compare: repeat the comparison with other seeds and print medians (default 1)", 2},
    {"explain-pairs", OPT_EXPLAIN_PAIRS, NULL, 0,
     "with -s value: for each pair of operations whose order may matter, tell whether both orders were tried",
     2},
    {"seed", OPT_SEED, "N", 0,
     "start the random numbers here; the same seed gives the same search "
     "(default: a new one)",
     2},
    {"points", OPT_POINTS, "WHICH", 0,
     "where threads can be switched: at synchronisation and at accesses to data found to be shared "
     "(shared, the default), at all accesses (all), or at synchronisation only (sync)",
     2},
    {"heap", OPT_HEAP, "MODE", 0,
     "freed memory is kept aside to detect its use (quarantine) or given out again (reuse) "
     "(default: varies)",
     2},
    {"timeouts", OPT_TIMEOUTS, "WHEN", 0,
     "when timed waits end: late, near or eager, see docs/time.md (default: varies)", 2},
    {"spurious", OPT_SPURIOUS, "yes|no", OPTION_ARG_OPTIONAL,
     "let condition variables wake up spuriously in every run, or never (default: in some late runs)", 2},
    {NULL, 0, NULL, 0, "What counts as a failure:", 3},
    {"timeout", OPT_TIMEOUT, "SECONDS", 0,
     "report a hang when a run takes longer than this (default 10, or more if the program needs more)", 3},
    {"max-steps", OPT_MAX_STEPS, "N", 0,
     "report a hang when a run takes more steps than this (default: adapts to the longest runs)", 3},
    {"expect-exit", OPT_EXPECT_EXIT, "N", 0, "report exit statuses other than this one (default 0)", 3},
    {"check", OPT_CHECK, "LIST", 0,
     "what else to look for: race, lock-order, atomic-set, all, none, pair (docs/static.md) or default (the "
     "first two, and those violations of atomic sets for which there is evidence in critical sections)",
     3},
    {"fail-on", OPT_FAIL_ON, "LIST", 0,
     "findings that count as failures: race, lock-order, atomic-set, early-timeout, default (the first "
     "two), all or none (default none)",
     3},
    {"suppressions", OPT_SUPPRESSIONS, "FILE", 0,
     "do not report findings that match a line KIND:PATTERN of this file (ThreadSanitizer's format)", 3},
    {NULL, 0, NULL, 0, "How the program is run:", 4},
    {"children", OPT_CHILDREN, "HOW", 0,
     "let forked child processes run natively (native, the default) or schedule them, too, all processes as "
     "one "
     "(controlled)",
     4},
    {"env", OPT_ENV, "NAME=VALUE", 0,
     "set an environment variable for the program, here and in replays; may be repeated", 4},
    {"inputs", OPT_INPUTS, "DIR|FILE", 0,
     "search with each file of this folder, such as the corpus of a fuzzer, or each line of this list: it "
     "takes the place "
     "of @@ in the arguments, or is the standard input; see docs/campaigns.md",
     4},
    {"reset", OPT_RESET, "HOW", 0,
     "how to start the next run: put memory back in the same process (place), fork, or exec a new process "
     "(default: the fastest that works)",
     4},
    {"backtrack", OPT_BACKTRACK, "WHEN", 0,
     "let runs begin where the first thread is created, and those of a systematic search where they first "
     "differ from the run before, if that saves time (on, the default), always at main (off), or wherever "
     "it is possible, to check Heddle itself (often); see docs/backtracking.md",
     4},
    {NULL, 0, NULL, 0, "Atomic sets (see docs/atomic-sets.md):", 5},
    {"project", OPT_PROJECT, "FILE", 0, "read declarations of atomic sets and units of work", 5},
    {"explain-sets", OPT_EXPLAIN_SETS, NULL, 0,
     "print the atomic sets and units of work that Heddle inferred, and why", 5},
    {"record", OPT_RECORD, "LOG", 0,
     "write the accesses to atomic sets to a log for `heddle analyze`, instead of checking them", 5},
    {NULL, 0, NULL, 0, "Servers (see docs/servers.md); a shell runs these commands:", 6},
    {"setup", OPT_SETUP, "COMMAND", 0, "run this before the server starts", 6},
    {"ready", OPT_READY, "PORT|PATTERN", 0,
     "start the client when the server listens on this port, or has printed a line that matches this "
     "extended regular expression",
     6},
    {"client", OPT_CLIENT, "COMMAND", 0,
     "run this against the server, then send the server SIGTERM; report statuses other than 0", 6},
    {"teardown", OPT_TEARDOWN, "COMMAND", 0, "run this when the server has ended", 6},
    {"grace", OPT_GRACE, "SECONDS", 0,
     "send SIGKILL when the server has not ended this long after SIGTERM (default 5)", 6},
    {"network", OPT_NETWORK, "WHICH", 0,
     "host, or private: give each run a network of its own, where every port is free (default host)", 6},
    {NULL, 0, NULL, 0, "What to write:", 7},
    {"out", OPT_OUT, "DIR", 0, "write reports and schedules to this folder (default heddle-out)", 7},
    {"store", OPT_STORE, "FILE", 0,
     "remember what searches learn in this file (default heddle.db in the folder of --out), or in a "
     "PostgreSQL database (postgresql://...)",
     7},
    {"known-as", OPT_KNOWN_AS, "NAME", 0,
     "what the store calls the program, where it has another path than elsewhere (default: its path)", 7},
    {"no-store", OPT_NO_STORE, NULL, 0, "do not read or write the store", 7},
    {"sarif", OPT_SARIF, "FILE", 0, "write the results as SARIF 2.1.0, for code scanning (docs/ci.md)", 7},
    {"junit", OPT_JUNIT, "FILE", 0, "write the result as JUnit XML, for dashboards", 7},
    {"annotations", OPT_ANNOTATIONS, "github|none", 0,
     "print lines that show the results beside the source (default: github if GITHUB_ACTIONS is true)", 7},
    {"baseline", OPT_BASELINE, "FILE", 0,
     "report only what is not in this earlier report (SARIF or JSON) or folder of bugs; what is known counts "
     "for nothing",
     7},
    {"exit-codes", OPT_EXIT_CODES, "heddle|automake", 0,
     "which exit statuses to use: 0, 1, 2 (heddle, the default), or 99 instead of 2, and 77 if the program "
     "itself ended with it (automake; meson knows them, too)",
     7},
    {"json", OPT_JSON, "FILE", 0, "write a summary as JSON; - is the standard output", 7},
    {"html", OPT_HTML, "DIR", 0, "write pages about what was found and covered to this folder", 7},
    {"minimize", OPT_MINIMIZE, "RUNS", 0,
     "make the schedule of a failure smaller and explain it, by so many runs of each kind at most (default "
     "500, "
     "and about a second; 0: leave it as it is)",
     7},
    {"quiet", 'q', NULL, 0, "print failures and the summary only", 7},
    {"verbose", 'v', NULL, 0, "also print the seed and how processes were reset", 7},
    {NULL, 0, NULL, 0, "To check Heddle itself:", 8},
    {"verify", OPT_VERIFY, NULL, 0, "replay each run at once and compare; a difference gives exit status 2",
     8},
    {"retry", OPT_RETRY, NULL, 0,
     "with -s maple: also try interleavings that other runs have exposed, to measure success rates", 8},
    {"hashes", OPT_HASHES, "FILE", 0,
     "write each run's number and the hash of its events; the search does not end because all was tried", 8},
    {"capacity", OPT_CAPACITY, "TABLE=N", 0,
     "make one of Heddle's tables smaller, to see what happens when it is full (docs/limits.md lists them)",
     8},
    {"save-schedule", OPT_SAVE_SCHEDULE, NULL, 0,
     "keep the schedule of the last run in OUT/run, even if it passed", 8},
    {0},
};

struct argp_option *hd_test_option_table(void)
{
	size_t n = sizeof(options) / sizeof(options[0]) - 1;
	struct argp_option *all = hd_new(n + HD_STRATEGY_COUNT + 2, sizeof(*all));

	memcpy(all, options, n * sizeof(*all));
	all[n++] = (struct argp_option){.doc = "Strategies:", .group = 9};
	for (int i = 0; i < HD_STRATEGY_COUNT; i++)
		if (!hd_strategies[i]->follows)
			all[n++] = (struct argp_option){.name = hd_strategies[i]->name,
							.flags = OPTION_DOC | OPTION_NO_USAGE,
							.doc = hd_strategies[i]->help,
							.group = 9};
	return all;
}
