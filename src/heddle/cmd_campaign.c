/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle campaign: searches all that a file names, in a way that goes on after an interrupt. */
#include <argp.h>
#include <stdlib.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "heddle/work/campaign_run.h"
#include "wire/wire.h"

enum { OPT_OUT = 256, OPT_STORE, OPT_JSON, OPT_HTML, OPT_ANEW, OPT_LIST };

static error_t parse_campaign_option(int key, char *value, struct argp_state *state)
{
	struct hd_campaign_command *c = state->input;

	switch (key) {
	case 't':
		c->seconds = hd_option_seconds(state, "--time", value);
		return 0;
	case 'j':
		c->jobs = (unsigned)hd_option_count(state, "--jobs", value, 1, HD_MAX_WORKERS);
		return 0;
	case 'q':
		c->quiet = true;
		return 0;
	case OPT_OUT:
		c->out = value;
		return 0;
	case OPT_STORE:
		c->store = value;
		return 0;
	case OPT_JSON:
		c->json = value;
		return 0;
	case OPT_HTML:
		c->html = value;
		return 0;
	case OPT_ANEW:
		c->anew = true;
		return 0;
	case OPT_LIST:
		c->list = true;
		return 0;
	case ARGP_KEY_ARG:
		if (c->file)
			argp_failure(state, HD_STATUS_TROUBLE, 0, "one file at a time: %s or %s?", c->file,
				     value);
		c->file = value;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_failure(state, HD_STATUS_TROUBLE, 0, "which campaign? heddle campaign [OPTION...] FILE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option campaign_options[] = {
    {"list", OPT_LIST, NULL, 0, "print the names of the tests, and search nothing", 1},
    {"time", 't', "SECONDS", 0,
     "for all that has no time of its own (default: as the file says, else 60, or a second for each test if "
     "that is more)",
     1},
    {"jobs", 'j', "N", 0,
     "search this many tests at the same time (default: as the file says, else one per core)", 1},
    {"anew", OPT_ANEW, NULL, 0, "begin anew, although an earlier campaign of this file was not finished", 1},
    {"out", OPT_OUT, "DIR", 0, "write failures and summaries to this folder (default heddle-out)", 2},
    {"store", OPT_STORE, "FILE|URL", 0,
     "keep the campaign, and what searches learn, here (default heddle.db in the folder of --out)", 2},
    {"json", OPT_JSON, "FILE", 0,
     "write the summary as JSON (default campaign.json in the folder of --out); - is the standard output", 2},
    {"html", OPT_HTML, "FILE", 0,
     "write the summary as a page (default campaign.html in the folder of --out)", 2},
    {"quiet", 'q', NULL, 0, "print failures and the summary only", 2},
    {0}};

static const struct argp campaign_parser = {.options = campaign_options,
					    .parser = parse_campaign_option,
					    .args_doc = "FILE",
					    .doc =
						"Searches all that a file names: programs with their inputs, "
						"and tests. A campaign that was interrupted, or whose "
						"machine was stopped, goes on where it was; other machines "
						"take part by heddle worker. See docs/campaigns.md.\v"
						"Exit status: 0 nothing failed, 1 a failure, 2 misuse, "
						"interrupted, or something could not be tested."};

/* Paths of summaries are meant from where the user is; the campaign is carried out where its file is. */
static char *from_here(const char *path)
{
	char *here, *whole;

	if (!path || *path == '/' || (path[0] == '-' && !path[1]))
		return hd_strdup_or_null(path);
	here = realpath(".", NULL);
	whole = hd_sprintf("%s/%s", here ? here : ".", path);
	free(here);
	return whole;
}

static int run_campaign(int argc, char **argv)
{
	struct hd_campaign_command c = {.out = "heddle-out"};
	struct hd_signals signals;
	char *json, *html;
	int status;

	argp_parse(&campaign_parser, argc, argv, 0, NULL, &c);
	if (hd_signals_init(&signals))
		return HD_STATUS_TROUBLE;
	c.json = json = from_here(c.json);
	c.html = html = from_here(c.html);
	status = hd_campaign_command_run(&c, &signals);
	hd_signals_term(&signals);
	free(json);
	free(html);
	return status;
}

const struct hd_cmd hd_cmd_campaign = {"campaign", "[OPTION...] FILE",
				       "search all that a file names, night after night", run_campaign};
