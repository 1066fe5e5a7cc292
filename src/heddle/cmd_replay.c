/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle replay: run a recorded schedule again and say whether the same happens. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/number.h"
#include "heddle/campaign/bugdir.h"
#include "heddle/campaign/difference.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/debug/debug.h"
#include "heddle/supervisor/rerun.h"
#include "heddle/workers/environment.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/uncontrolled_sources.h"
#include "model/schedule/schedule_load.h"
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
	bool gdb;
	int port; /* for another debugger than our own gdb, or HD_DEBUG_OWN_GDB */
};

static error_t parse_replay_option(int key, char *value, struct argp_state *state)
{
	struct replay_arguments *a = state->input;

	switch (key) {
	case OPT_TIMES:
		a->times = hd_option_count(state, "--times", value, 1, TIMES_MAX);
		return 0;
	case OPT_RESET:
		a->reset = (enum hd_reset)hd_option_choice(state, "--reset", value, reset_names);
		return 0;
	case OPT_TIMEOUT:
		a->timeout = hd_option_seconds(state, "--timeout", value);
		return 0;
	case OPT_GDB:
		a->gdb = true;
		if (value)
			a->port = (int)hd_option_count(state, "--gdb", value, 0, PORT_MAX);
		return 0;
	case ARGP_KEY_ARG:
		if (a->bug)
			argp_failure(state, HD_STATUS_TROUBLE, 0, "only one failure at a time, not `%s` too",
				     value);
		a->bug = value;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0, "which failure? heddle replay [OPTION...] BUG");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A folder holds a schedule; anything else is one. To be freed. */
static char *schedule_path(const char *bug)
{
	struct stat st;

	if (!stat(bug, &st) && S_ISDIR(st.st_mode))
		return hd_sprintf("%s/" HD_BUG_SCHEDULE, bug);
	return hd_strdup(bug);
}

static int check_build(const char *path, const struct hd_build_id *recorded, const struct hd_build_id *now)
{
	char before[2 * HD_SCHEDULE_ID_MAX + 1], after[2 * HD_SCHEDULE_ID_MAX + 1];

	if (!recorded->len || hd_build_id_equal(recorded, now))
		return 0;
	return hd_complain(
	    "the schedule was recorded with another build of %s (build-id %s, now %s); test the program "
	    "again, or replay it with that build",
	    path, hd_build_id_text(recorded, before), hd_build_id_text(now, after));
}

/* Libraries in which the schedule has steps must be those of the recording, too. */
static int check_modules(const struct hd_schedule *s)
{
	for (size_t i = 0; i < s->nmodules; i++) {
		const struct hd_schedule_module *m = &s->modules[i];
		struct hd_elf elf;

		if (m->path[0] != '/')
			continue;
		if (hd_elf_look(m->path, &elf))
			return hd_complain_errno(errno, "the schedule needs %s", m->path);
		if (check_build(m->path, &m->build_id, &elf.build_id))
			return HD_EXIT_TROUBLE;
	}
	return 0;
}

/* Something that lies beside the schedule. To be freed. */
static char *beside(const char *schedule, const char *name)
{
	const char *slash = strrchr(schedule, '/');

	return hd_sprintf("%.*s%s", slash ? (int)(slash - schedule) + 1 : 0, schedule, name);
}

/* What the program read when it failed lies beside the schedule; else it gets our own input, unless gdb
 * needs that. */
static int give_input(struct hd_target *t, const char *schedule, bool gdb)
{
	char *path = beside(schedule, HD_BUG_INPUT);
	int fd = open(path, O_RDONLY | O_CLOEXEC), status = 0;

	free(path);
	if (fd >= 0 || !gdb)
		status = hd_target_copy_input(t, fd >= 0 ? fd : STDIN_FILENO);
	if (fd >= 0)
		close(fd);
	return status;
}

static int prepare(struct hd_target *t, struct hd_signals *signals, const struct hd_schedule *s,
		   const char *path, bool gdb)
{
	struct stat st;

	if (hd_target_init(t, signals, s->program, s->args, (unsigned)s->nargs, s->directory))
		return HD_EXIT_TROUBLE;
	t->around = s->around;
	t->grace = HD_GRACE;
	if (stat(s->directory, &st) || !S_ISDIR(st.st_mode))
		return hd_complain("the program ran in the folder %s, which is not there any more",
				   s->directory);
	if (check_build(s->program, &s->build_id, &t->elf.build_id) || check_modules(s))
		return HD_EXIT_TROUBLE;
	return give_input(t, path, gdb);
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
	char *path = beside(schedule, HD_BUG_ENVIRONMENT), *changes = NULL;
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

static int replay_file(const struct replay_arguments *a, const char *path)
{
	struct hd_signals signals;
	struct hd_target target;
	struct hd_schedule *s;
	char *error;
	int status;

	s = hd_schedule_load(path, &error);
	if (!s) {
		status = hd_complain("%s", error);
		free(error);
		return status;
	}
	status = hd_signals_init(&signals);
	if (!status) {
		status = prepare(&target, &signals, s, path, a->gdb);
		if (!status)
			status = a->gdb ? hd_debug_replay(&target, s, a->port)
					: replay_schedule(a, &target, s, path);
		hd_target_term(&target);
		hd_signals_term(&signals);
	}
	hd_schedule_free(s);
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
	char *path;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	path = schedule_path(a.bug);
	status = replay_file(&a, path);
	free(path);
	return status;
}

const struct hd_cmd hd_cmd_replay = {"replay", "[OPTION...] BUG",
				     "run a recorded failure again, also in the debugger", run_replay};
