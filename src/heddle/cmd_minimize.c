/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle minimize: look for a smaller run of a recorded failure than `heddle test` had time for, and for what
 * makes it fail. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/number.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/confirmed_report.h"
#include "heddle/failures/difference.h"
#include "heddle/failures/recorded.h"
#include "heddle/failures/understand.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/cli/status.h"
#include "heddle/server/server.h"
#include "heddle/supervisor/rerun.h"
#include "model/schedule/schedule_load.h"
#include "report/json/report_read.h"
#include "report/render/failure_text.h"
#include "report/words.h"
#include "symbol/symbol.h"

#define DEFAULT_RUNS	20000
#define DEFAULT_SECONDS 60.0
#define DEFAULT_TIMEOUT 10.0
#define RUNS_MAX	1000000000

struct minimize_arguments {
	const char *bug;
	uint64_t runs;
	double seconds;
};

struct minimizer {
	struct hd_test_options options;
	double deadline;
	struct hd_recorded bug;
	struct hd_schedule *for_trials; /* the schedule of the bug with all scheduling points, or NULL */
	struct hd_report *before;
	struct hd_symbols *symbols;
};

static const struct argp_option options[] = {
    {"runs", 'n', "RUNS", 0, "runs for each of the two kinds of experiments (default 20000)", 0},
    {"time", 't', "SECONDS", 0, "no longer than that (default 60)", 0},
    {0},
};

static error_t parse_minimize_option(int key, char *value, struct argp_state *state)
{
	struct minimize_arguments *a = state->input;

	switch (key) {
	case 'n':
		a->runs = hd_option_count(state, "--runs", value, 1, RUNS_MAX);
		return 0;
	case 't':
		a->seconds = hd_option_seconds(state, "--time", value);
		return 0;
	case ARGP_KEY_ARG:
		hd_option_bug(state, &a->bug, value);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0, "which failure? heddle minimize [OPTION...] BUG");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What the folder already says about the failure. */
static int read_folder(struct minimizer *m, const char *bug)
{
	char *path = hd_sprintf("%s/report.json", bug), *error;
	const char *why;
	struct stat st;
	int status = 0;

	if (stat(bug, &st) || !S_ISDIR(st.st_mode))
		status = hd_complain("%s is no folder of a failure, such as heddle-out/bug-1", bug);
	else if (!(m->before = hd_report_read_json(path, &why)))
		status = hd_complain("%s", why);
	free(path);
	if (status || hd_recorded_open(&m->bug, bug, HD_INPUT_RECORDED))
		return HD_EXIT_TROUBLE;
	path = hd_sprintf("%s/" HD_BUG_POINTS, bug);
	if (!access(path, F_OK) && !(m->for_trials = hd_schedule_load(path, &error))) {
		status = hd_complain("%s", error);
		free(error);
	}
	free(path);
	return status;
}

static bool replay_with_trace(struct minimizer *m, const struct hd_schedule *s, struct hd_rerun *r,
			      struct hd_capture *output)
{
	const struct hd_rerun_options o = {.times = 1,
					   .trace = true,
					   .races = s->around.client != NULL,
					   .capture = output,
					   .timeout = m->options.timeout};

	if (hd_rerun_init(r, &m->bug.target, s, &o))
		return false;
	hd_rerun_go(r);
	if (r->identical == 1)
		return true;
	if (r->trouble) {
		hd_complain("%s%s", r->workers.internal ? "internal error: " : "", r->workers.trouble);
	} else {
		char *difference = hd_confirm_difference(r, m->symbols);

		hd_complain("the failure does not replay: the replay differs %s%s",
			    r->diverged ? "" : "from the schedule: ", difference);
		free(difference);
	}
	hd_rerun_term(r);
	return false;
}

static void tell_sizes(const struct hd_understood *u, FILE *f)
{
	char count[HD_COUNT_TEXT];

	fputs("before: ", f);
	hd_put_run_size(f, &u->small.before);
	fputs("\nnow:    ", f);
	hd_put_run_size(f, &u->small.after);
	fprintf(f, "\nThat took %s runs; ", hd_count_text(u->small.runs + u->decisive.runs, count));
	if (u->small.settled)
		fputs("no further change of the schedule that was tried makes it smaller.\n", f);
	else
		fputs("more of them (-n, -t) may make it smaller still.\n", f);
}

/* Write the folder anew and tell what has become of the failure. */
static int keep_understood(struct minimizer *m, const char *path, struct hd_understood *u,
			   struct hd_rerun *replay, const struct hd_capture *output)
{
	const struct hd_report *before = m->before;
	const struct hd_report_context context = {.program = m->bug.schedule->program,
						  .args = m->bug.schedule->args,
						  .nargs = (unsigned)m->bug.schedule->nargs,
						  .strategy = m->bug.schedule->strategy,
						  .client = m->bug.schedule->around.client,
						  .seconds = before->seconds,
						  .seed = before->seed};
	char *original = hd_sprintf("%s/" HD_BUG_ORIGINAL, path);
	struct hd_report *report = hd_confirmed_report(replay, &context, u, output, m->symbols);
	struct hd_bug bug = {.schedule = replay->schedule,
			     .original = u->small.schedule && access(original, F_OK) ? m->bug.schedule : NULL,
			     .for_trials = u->small.for_trials,
			     .report = report,
			     .output = output,
			     .target = &m->bug.target,
			     .client = hd_server_client_output(&replay->workers, 0)};
	int status = 0;

	if (before->size_before.steps)
		report->size_before = before->size_before;
	free(original);
	if (hd_bugdir_rewrite(path, &bug))
		status = hd_complain_errno(errno, "cannot write the failure into %s", path);
	hd_report_print(report, stdout, hd_colours(STDOUT_FILENO));
	hd_bugdir_print_howto(path, stdout);
	fputc('\n', stdout);
	tell_sizes(u, stdout);
	hd_report_free(report);
	return status;
}

/* Replay the smaller schedule, which has to do what it did when it was recorded; else what is there stays. */
static int keep_smaller(struct minimizer *m, const char *path, struct hd_understood *u)
{
	struct hd_capture output;
	struct hd_rerun replay;
	int status = HD_EXIT_TROUBLE;

	if (hd_capture_init(&output))
		return hd_complain_errno(errno, "cannot make a pipe");
	if (replay_with_trace(m, u->small.schedule, &replay, &output)) {
		status = keep_understood(m, path, u, &replay, &output);
		hd_rerun_term(&replay);
	}
	hd_capture_term(&output);
	return status;
}

/* `replay` has shown the failure as it is recorded. */
static int experiment(struct minimizer *m, const char *path, struct hd_rerun *replay,
		      struct hd_capture *output)
{
	const struct hd_puzzle puzzle = {.options = &m->options,
					 .target = &m->bug.target,
					 .symbols = m->symbols,
					 .schedule = m->for_trials ? m->for_trials : m->bug.schedule,
					 .replay = replay,
					 .deadline = m->deadline};
	struct hd_understood u;
	int status;

	hd_understand(&puzzle, &u);
	if (!u.small.shown)
		status = hd_complain(
		    "experiments with this failure are not possible: %s",
		    hd_trials_possible(puzzle.schedule) && !hd_outside_takes_part(puzzle.schedule)
			? "they do not show it again, or it depends on what Heddle does not control"
			: "something outside of the program takes part in it, or it never ends");
	else if (u.small.schedule)
		status = keep_smaller(m, path, &u);
	else
		status = keep_understood(m, path, &u, replay, output);
	hd_understood_free(&u);
	return status;
}

static int minimize_folder(struct minimizer *m, const char *path)
{
	struct hd_capture output;
	struct hd_rerun replay;
	int status = HD_EXIT_TROUBLE;

	if (read_folder(m, path))
		return HD_EXIT_TROUBLE;
	if (hd_capture_init(&output))
		return hd_complain_errno(errno, "cannot make a pipe");
	m->symbols = hd_symbols_new();
	if (replay_with_trace(m, m->bug.schedule, &replay, &output)) {
		status = experiment(m, path, &replay, &output);
		hd_rerun_term(&replay);
	}
	hd_symbols_free(m->symbols);
	hd_capture_term(&output);
	return status;
}

static int run_minimize(int argc, char **argv)
{
	static const struct argp argp = {
	    .options = options,
	    .parser = parse_minimize_option,
	    .args_doc = "BUG",
	    .doc =
		"Look for a smaller run of a failure, and for what makes it fail, with more experiments than "
		"`heddle test` makes. BUG is a folder that `heddle test` wrote; its schedule and report are "
		"written anew.\v"
		"Exit status: 0 the folder was written, 2 the failure does not replay or there are no "
		"experiments with it."};
	struct minimize_arguments a = {.runs = DEFAULT_RUNS, .seconds = DEFAULT_SECONDS};
	struct minimizer m = {0};
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	m.options = (struct hd_test_options){
	    .shrink_runs = a.runs, .shrink_patient = true, .timeout = DEFAULT_TIMEOUT};
	m.deadline = hd_now() + a.seconds;
	status = minimize_folder(&m, a.bug);
	hd_schedule_free(m.for_trials);
	if (m.before)
		hd_report_free(m.before);
	hd_recorded_close(&m.bug);
	return status;
}

const struct hd_cmd hd_cmd_minimize = {"minimize", "[OPTION...] BUG",
				       "look for a smaller run of a recorded failure", run_minimize};
