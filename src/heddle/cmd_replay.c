/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle replay: run a recorded schedule again and say whether the same happens. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/number.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/difference.h"
#include "heddle/failures/recorded.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/debug/debug.h"
#include "heddle/supervisor/rerun.h"
#include "heddle/workers/environment.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/uncontrolled_sources.h"
#include "symbol/symbol.h"

#define DEFAULT_TIMEOUT 10.0
#define TIMES_MAX	1000000000
#define PORT_MAX	65535

enum { OPT_TIMES = 256, OPT_RESET, OPT_GDB, OPT_TIMEOUT };

static const struct argp_option options[] = {
    {"times", OPT_TIMES, "N", 0, "replay it N times", 0},
    {"reset", OPT_RESET, "HOW", 0, "how the process is made new between two replays: place, fork or exec", 0},
    {"timeout", OPT_TIMEOUT, "SECONDS", 0, "a run that takes longer hangs (default 10)", 0},
    {"gdb", OPT_GDB, "PORT", OPTION_ARG_OPTIONAL,
     "in gdb, or in any debugger that connects to this port (0: a free one)", 0},
    {0},
};

static const char *const reset_names[] = {"auto", "place", "fork", "exec", NULL}; /* as enum hd_reset */

struct replay_arguments {
	const char *bug;
	uint64_t times;
	enum hd_reset reset;
	double timeout;
	const char *batch; /* an option that was given and has no meaning in a debugger, or NULL */
	bool gdb;
	int port; /* for another debugger than our own gdb, or HD_DEBUG_OWN_GDB */
};

static error_t parse_replay_option(int key, char *value, struct argp_state *state)
{
	struct replay_arguments *a = state->input;

	switch (key) {
	case OPT_TIMES:
		a->batch = "--times";
		a->times = hd_option_count(state, "--times", value, 1, TIMES_MAX);
		return 0;
	case OPT_RESET:
		a->batch = "--reset";
		a->reset = (enum hd_reset)hd_option_choice(state, "--reset", value, reset_names);
		return 0;
	case OPT_TIMEOUT:
		a->batch = "--timeout";
		a->timeout = hd_option_seconds(state, "--timeout", value);
		return 0;
	case OPT_GDB:
		a->gdb = true;
		if (value)
			a->port = (int)hd_option_count(state, "--gdb", value, 0, PORT_MAX);
		return 0;
	case ARGP_KEY_ARG:
		hd_option_bug(state, &a->bug, value);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0, "which failure? heddle replay [OPTION...] BUG");
		return 0;
	case ARGP_KEY_SUCCESS:
		if (a->gdb && a->batch)
			argp_failure(state, HD_STATUS_TROUBLE, 0,
				     "%s has no meaning in a debugger: leave it or --gdb out", a->batch);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int tell_same(const struct hd_rerun *r)
{
	const struct hd_schedule *s = r->schedule;
	bool passed = s->outcome == HD_OUT_PASSED;
	char hash[32] = "unknown", count[HD_COUNT_TEXT];

	if (s->hash)
		snprintf(hash, sizeof(hash), "%016" PRIx64, s->hash);
	if (r->times == 1)
		printf("heddle: %s%s%s as recorded (hash %s)\n",
		       passed ? "passed" : hd_outcome_text[s->outcome], passed ? "" : ": ",
		       passed ? "" : s->message, hash);
	else
		printf("heddle: %s of %s replays %s identically (hash %s)\n",
		       hd_count_text(r->identical, count), count, passed ? "passed" : "failed", hash);
	return passed ? HD_STATUS_OK : HD_STATUS_FAILED;
}

static void tell_environment(const char *schedule)
{
	char *path = hd_beside(schedule, HD_BUG_ENVIRONMENT), *changes = NULL;
	FILE *f = fopen(path, "re");

	if (f) {
		changes = hd_environment_changes(f);
		fclose(f);
	}
	if (changes)
		hd_complain("these environment variables are not what they were: %s", changes);
	free(changes);
	free(path);
}

/* Not every replay did what the schedule says. */
static int tell_different(const struct hd_rerun *r, const char *path, struct hd_symbols *symbols)
{
	uint64_t done = hd_rerun_done(r);
	char *difference;

	if (!done && r->workers.target->signals->interrupts)
		return hd_complain("interrupted");
	if (r->passed == r->times) {
		printf("heddle: passed: %" PRIu64 " of %" PRIu64
		       " replays followed the schedule without a failure, where "
		       "%s was recorded\n",
		       r->passed, r->times, hd_outcome_text[r->schedule->outcome]);
		return HD_STATUS_OK;
	}
	difference = hd_confirm_difference(r, symbols);
	hd_complain("the replay differs %s%s", r->diverged ? "" : "from the schedule: ", difference);
	free(difference);
	difference = hd_sources_text(r->workers.wire, symbols);
	hd_complain("uncontrolled nondeterminism, or the program or its surroundings have changed. Not "
		    "controlled: %s",
		    difference);
	free(difference);
	tell_environment(path);
	if (r->times > 1)
		hd_complain("%" PRIu64 " of %" PRIu64 " replays were as recorded", r->identical, r->times);
	return HD_STATUS_TROUBLE;
}

static int replay_schedule(const struct replay_arguments *a, const struct hd_target *t,
			   const struct hd_schedule *s, const char *path)
{
	bool served = hd_is_surrounded(&s->around);
	const struct hd_rerun_options o = {.times = a->times,
					   .reset = served ? HD_RESET_EXEC : a->reset,
					   .output = a->times == 1 ? HD_OUTPUT_INHERIT : HD_OUTPUT_NONE,
					   .timeout = a->timeout,
					   .progress = a->times > 1};
	struct hd_symbols *symbols;
	struct hd_rerun r;
	int status;

	if (hd_rerun_init(&r, t, s, &o))
		return HD_STATUS_TROUBLE;
	hd_rerun_go(&r);
	symbols = hd_symbols_new();
	if (r.trouble)
		status = hd_complain("%s%s", r.workers.internal ? "internal error: " : "", r.workers.trouble);
	else
		status = r.identical == a->times ? tell_same(&r) : tell_different(&r, path, symbols);
	hd_symbols_free(symbols);
	hd_rerun_term(&r);
	return status;
}

static int replay_bug(const struct replay_arguments *a)
{
	struct hd_recorded bug;
	int status = hd_recorded_open(&bug, a->bug, a->gdb ? HD_INPUT_RECORDED : HD_INPUT_OURS);

	if (!status)
		status = a->gdb ? hd_debug_replay(&bug.target, bug.schedule, a->port)
				: replay_schedule(a, &bug.target, bug.schedule, bug.path);
	hd_recorded_close(&bug);
	return status;
}

static int run_replay(int argc, char **argv)
{
	static const struct argp argp = {.options = options,
					 .parser = parse_replay_option,
					 .args_doc = "BUG",
					 .doc = "Run a recorded schedule again. BUG is a folder that `heddle "
						"test` wrote, or a schedule file.\v"
						"Exit status: 1 the recorded failure happened (every time), "
						"0 the program passed, 2 the replay "
						"diverged or could not run."};
	struct replay_arguments a = {.times = 1, .timeout = DEFAULT_TIMEOUT, .port = HD_DEBUG_OWN_GDB};

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	return replay_bug(&a);
}

const struct hd_cmd hd_cmd_replay = {"replay", "[OPTION...] BUG",
				     "run a recorded failure again, also in the debugger", run_replay};
