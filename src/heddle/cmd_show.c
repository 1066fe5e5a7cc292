/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle show: the interleaving of a recorded failure as text, one column a thread. */
#include "heddle/cli/cmd.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/cli/status.h"
#include "report/json/report_read.h"
#include "report/render/failure_text.h"
#include "report/render/whole_interleaving.h"
#include "report/report.h"

enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct show_options {
	const char *bug;
	unsigned width;
	enum colour colour;
	bool summary;
};

static error_t parse_width(const char *arg, struct argp_state *state, unsigned *width)
{
	char *end;
	unsigned long n = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || n < 40 || n > 10000)
		argp_error(state, "--width wants a number from 40 to 10000, not '%s'", arg);
	*width = (unsigned)n;
	return 0;
}

static error_t parse_colour(const char *arg, struct argp_state *state, enum colour *colour)
{
	static const char *const names[] = {"auto", "always", "never"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(arg, names[i])) {
			*colour = (enum colour)i;
			return 0;
		}
	argp_error(state, "--color wants auto, always or never, not '%s'", arg);
	return 0;
}

static error_t parse_show_option(int key, char *arg, struct argp_state *state)
{
	struct show_options *o = state->input;

	switch (key) {
	case 'w':
		return parse_width(arg, state, &o->width);
	case 'c':
		return parse_colour(arg, state, &o->colour);
	case 's':
		o->summary = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->bug)
			argp_error(state, "one BUG at a time, not also '%s'", arg);
		o->bug = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which BUG? (a folder such as heddle-out/bug-1)");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
    {"summary", 's', NULL, 0, "What happened and the last steps, instead of all steps", 0},
    {"width", 'w', "COLUMNS", 0, "Width of the lines (default: the terminal's, or 100)", 0},
    {"color", 'c', "WHEN", 0, "auto, always or never", 0},
    {0},
};

static const struct argp parser = {
    .options = options,
    .parser = parse_show_option,
    .args_doc = "BUG",
    .doc = "Show the interleaving of a recorded failure, one column a thread.\v"
	   "BUG is a folder that heddle test left, such as heddle-out/bug-1, or the report.json in it.",
};

static char *report_path(const char *bug)
{
	struct stat st;

	if (stat(bug, &st) == 0 && S_ISDIR(st.st_mode))
		return hd_sprintf("%s/report.json", bug);
	return hd_strdup(bug);
}

static bool wants_colour(enum colour colour)
{
	if (colour != COLOUR_AUTO)
		return colour == COLOUR_ALWAYS;
	return hd_colours(STDOUT_FILENO);
}

static int show_bug(const struct show_options *o)
{
	char *path = report_path(o->bug);
	const char *error;
	struct hd_report *r = hd_report_read_json(path, &error);

	free(path);
	if (!r)
		return hd_complain("%s", error);
	if (o->summary)
		hd_report_print(r, stdout, wants_colour(o->colour));
	else
		hd_report_show(r, stdout, &(struct hd_show_options){.colour = wants_colour(o->colour), .width = o->width, .bug = o->bug});
	hd_report_free(r);
	return HD_STATUS_OK;
}

static int cmd_show(int argc, char **argv)
{
	struct show_options o = {0};

	argp_err_exit_status = HD_STATUS_TROUBLE;
	argp_parse(&parser, argc, argv, 0, NULL, &o);
	return show_bug(&o);
}

const struct hd_cmd hd_cmd_show = {"show", "[OPTION...] BUG",
				   "show the interleaving of a failure, one column a thread", cmd_show};
