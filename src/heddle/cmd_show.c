/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle show: a recorded failure as text: what happened, and what each thread did. */
#include "heddle/cli/cmd.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/failures/every_step.h"
#include "heddle/failures/recorded.h"
#include "heddle/cli/options.h"
#include "heddle/cli/pager.h"
#include "heddle/cli/status.h"
#include "report/json/report_read.h"
#include "report/render/failure_text.h"
#include "report/render/style.h"
#include "report/render/whole_interleaving.h"
#include "report/report.h"

#define WIDTH_LEAST 40
#define WIDTH_MOST  10000

enum { OPT_STEPS = 256, OPT_NO_PAGER };

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
static const char *const colour_names[] = {"auto", "always", "never", NULL};

struct show_arguments {
	const char *bug;
	unsigned width;
	enum colour colour;
	bool summary, all, some, no_pager;
	uint64_t first, last; /* steps, if only some are wanted */
};

/* FIRST-LAST, or the number of one step. */
static void parse_steps(char *value, const struct argp_state *state, struct show_arguments *a)
{
	char *last = strchr(value, '-');

	if (last)
		*last++ = '\0';
	a->some = true;
	a->first = hd_option_count(state, "--steps", value, 0, UINT64_MAX);
	a->last = last ? hd_option_count(state, "--steps", last, 0, UINT64_MAX) : a->first;
	if (a->last < a->first)
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "--steps wants the first step before the last, not %lu-%lu", a->first, a->last);
}

/* Each of them says which steps are to be shown. */
static void check_show_arguments(const struct argp_state *state, const struct show_arguments *a)
{
	if (a->some && (a->summary || a->all))
		argp_failure(state, HD_STATUS_TROUBLE, 0, "--steps cannot go with --summary or --all");
}

static error_t parse_show_option(int key, char *value, struct argp_state *state)
{
	struct show_arguments *a = state->input;

	switch (key) {
	case 'w':
		a->width = (unsigned)hd_option_count(state, "--width", value, WIDTH_LEAST, WIDTH_MOST);
		return 0;
	case 'c':
		a->colour = (enum colour)hd_option_choice(state, "--color", value, colour_names);
		return 0;
	case 's':
		a->summary = true;
		return 0;
	case 'a':
		a->all = true;
		return 0;
	case OPT_STEPS:
		parse_steps(value, state, a);
		return 0;
	case OPT_NO_PAGER:
		a->no_pager = true;
		return 0;
	case ARGP_KEY_ARG:
		hd_option_bug(state, &a->bug, value);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0,
			     "which failure? (a folder such as heddle-out/bug-1)");
		return 0;
	case ARGP_KEY_SUCCESS:
		check_show_arguments(state, a);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
    {"summary", 's', NULL, 0, "what happened, where each thread is, and the last steps", 0},
    {"all", 'a', NULL, 0, "every step, and with --summary every frame of the stacks; nothing is folded", 0},
    {"steps", OPT_STEPS, "FIRST-LAST", 0, "only these steps; nothing is folded", 0},
    {"width", 'w', "COLUMNS", 0, "width of the lines (default: the terminal's, or 100)", 0},
    {"color", 'c', "WHEN", 0, "auto, always or never", 0},
    {"no-pager", OPT_NO_PAGER, NULL, 0, "do not show it page by page on a terminal", 0},
    {0},
};

static const struct argp parser = {
    .options = options,
    .parser = parse_show_option,
    .args_doc = "BUG",
    .doc = "Show what the threads did in a recorded failure, with source, values and locks.\v"
	   "BUG is a folder that heddle test left, such as heddle-out/bug-1, or the report.json in it. What "
	   "seldom matters is folded: long runs of one thread, repetitions, the inside of libraries and test "
	   "frameworks. On a terminal $PAGER shows it (default: less), unless it fits on the screen.",
};

static char *report_path(const char *bug)
{
	struct stat st;

	if (stat(bug, &st) == 0 && S_ISDIR(st.st_mode))
		return hd_sprintf("%s/report.json", bug);
	return hd_strdup(bug);
}

/* The folder that a report lies in. To be freed. */
static char *bug_folder(const char *bug)
{
	struct stat st;

	return stat(bug, &st) == 0 && S_ISDIR(st.st_mode) ? hd_strdup(bug) : hd_beside(bug, ".");
}

static bool wants_colour(enum colour colour)
{
	if (colour != COLOUR_AUTO)
		return colour == COLOUR_ALWAYS;
	return hd_colours(STDOUT_FILENO);
}

/* Steps are wanted that the report does not list. */
static bool lacks_steps(const struct show_arguments *a, const struct hd_report *r)
{
	return r->steps_left_out && (a->all || (a->some && a->first < r->steps_left_out));
}

static void print_bug(const struct show_arguments *a, const struct hd_report *r)
{
	char *bug = hd_shell_word(a->bug);
	unsigned width = a->width ? a->width : hd_terminal_width(stdout);
	const struct hd_show_options o = {.colour = wants_colour(a->colour),
					  .width = width,
					  .all = a->all,
					  .some = a->some,
					  .first = a->first,
					  .last = a->last,
					  .bug = bug};
	struct hd_text text;

	hd_text_begin(&text);
	if (a->summary)
		hd_report_print_width(r, text.f, o.colour, width, a->all);
	else
		hd_report_show(r, text.f, &o);
	char *whole = hd_text_end(&text);
	hd_page(whole, text.length, !a->no_pager);
	free(whole);
	free(bug);
}

static int show_bug(const struct show_arguments *a)
{
	char *path = report_path(a->bug), *folder;
	const char *error;
	struct hd_report *r = hd_report_read_json(path, &error);
	int status = HD_STATUS_OK;

	free(path);
	if (!r)
		return hd_complain("%s", error);
	if (a->some && a->first >= r->steps) {
		status = hd_complain("there is no step %lu: the run has %lu steps, and the first is 0",
				     a->first, r->steps);
	} else if (lacks_steps(a, r)) {
		folder = bug_folder(a->bug);
		status = hd_list_every_step(r, folder);
		free(folder);
	}
	if (!status)
		print_bug(a, r);
	hd_report_free(r);
	return status;
}

static int cmd_show(int argc, char **argv)
{
	struct show_arguments a = {0};

	argp_parse(&parser, argc, argv, 0, NULL, &a);
	return show_bug(&a);
}

const struct hd_cmd hd_cmd_show = {"show", "[OPTION...] BUG",
				   "show what the threads did in a failure, with source, values and locks",
				   cmd_show};
