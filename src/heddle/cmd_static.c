/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle static: which pairs of operations static analysis finds in a program. The analysis itself is
 * libexec/heddle-static, which gets the program's bitcode and hands back pairs. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/cli/cmd.h"
#include "heddle/static/analyser.h"
#include "report/json/pairs_json.h"
#include "report/render/pairs_html.h"
#include "report/render/pairs_text.h"

enum { OPT_JSON = 256, OPT_HTML, OPT_NO_FILTER, OPT_STATS };

#define HD_FILTER(id, name) " " name
static const char no_filter_help[] = "leave out a filter:"
#include "model/static/filters.def"
    ;
#undef HD_FILTER

struct static_command {
	struct hd_analyser_request request;
	const char *json, *html;
	unsigned kinds; /* bits of enum hd_pair_kind, 0: all */
};

static unsigned kind_named(const char *name)
{
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		if (!strcasecmp(name, hd_pair_text[k]))
			return 1u << k;
	return 0;
}

static void add_kinds(struct static_command *c, char *list, struct argp_state *state)
{
	for (char *name; (name = strsep(&list, ","));) {
		if (!kind_named(name))
			argp_error(state, "there is no kind of pair `%s`; there are RW, WN, WM and MM", name);
		c->kinds |= kind_named(name);
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct static_command *c = state->input;

	switch (key) {
	case 'k':
		add_kinds(c, arg, state);
		return 0;
	case OPT_JSON:
		c->json = arg;
		return 0;
	case OPT_HTML:
		c->html = arg;
		return 0;
	case OPT_NO_FILTER:
		if (!hd_analyser_leave_out(&c->request, arg))
			argp_error(state, "there is no filter `%s`; there are%s", arg,
				   strchr(no_filter_help, ':'));
		return 0;
	case OPT_STATS:
		c->request.stats = true;
		return 0;
	case ARGP_KEY_ARG:
		if (!hd_analyser_add_program(&c->request, arg))
			argp_error(state, "that is more than can be analysed together");
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which program?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
    {"kind", 'k', "KIND[,KIND...]", 0, "only pairs of these kinds: RW, WN, WM, MM", 0},
    {"json", OPT_JSON, "FILE", 0, "write the pairs to FILE as JSON", 0},
    {"html", OPT_HTML, "FILE", 0, "draw the pairs in a page: FILE, or pairs.html in this folder", 0},
    {"no-filter", OPT_NO_FILTER, "NAME", 0, no_filter_help, 0},
    {"stats", OPT_STATS, NULL, 0, "also tell how many pairs there would be without each filter", 0},
    {0}};

static const struct argp parser = {
    .options = options,
    .parser = parse_option,
    .args_doc = "PROGRAM [LIBRARY...]",
    .doc = "Lists pairs of operations of different threads whose order may matter, from the code alone: "
	   "accesses to the same memory (RW), a wait and what ends it (WN), a wait and a lock of its mutex "
	   "(WM), "
	   "contenders for a lock (MM). The program must have been built by heddle-cc with clang.\v"
	   "Exit status: 0 the pairs are listed, 2 the program cannot be analysed."};

/* Keep the pairs of the kinds that are asked for. */
static void choose_kinds(struct hd_pairs *pairs, unsigned kinds)
{
	size_t kept = 0;

	for (size_t i = 0; kinds && i < pairs->npairs; i++)
		if (kinds >> pairs->pairs[i].kind & 1)
			pairs->pairs[kept++] = pairs->pairs[i];
	pairs->npairs = kinds ? kept : pairs->npairs;
}

static int put_json(const struct hd_pairs *pairs, const struct static_command *c, FILE *f)
{
	(void)c;
	return hd_pairs_json(pairs, f);
}

static int put_html(const struct hd_pairs *pairs, const struct static_command *c, FILE *f)
{
	return hd_pairs_html(pairs, hd_base_name(c->request.files[0]), f);
}

static int write_pairs(const struct hd_pairs *pairs, const struct static_command *c, const char *path,
		       int (*put)(const struct hd_pairs *pairs, const struct static_command *c, FILE *f))
{
	struct hd_outfile out;

	if (hd_outfile_open(&out, path))
		return hd_complain_errno(errno, "cannot write %s", path);
	if (put(pairs, c, out.f)) {
		hd_outfile_abandon(&out);
		return hd_complain_errno(errno, "cannot write %s", path);
	}
	if (hd_outfile_commit(&out))
		return hd_complain_errno(errno, "cannot write %s", path);
	return HD_STATUS_OK;
}

static int write_html(const struct hd_pairs *pairs, const struct static_command *c)
{
	struct stat st;
	bool folder = !stat(c->html, &st) && S_ISDIR(st.st_mode);
	char *path = folder ? hd_sprintf("%s/pairs.html", c->html) : hd_strdup(c->html);
	int status = write_pairs(pairs, c, path, put_html);

	free(path);
	return status;
}

static int cmd_static(int argc, char **argv)
{
	struct static_command c = {0};
	struct hd_pairs pairs;
	int status;

	argp_parse(&parser, argc, argv, 0, NULL, &c);
	status = hd_analyse(&c.request, &pairs);
	if (status)
		return status;
	choose_kinds(&pairs, c.kinds);
	hd_pairs_text(&pairs, stdout);
	if (c.json)
		status = write_pairs(&pairs, &c, c.json, put_json);
	if (!status && c.html)
		status = write_html(&pairs, &c);
	hd_pairs_term(&pairs);
	return status;
}

const struct hd_cmd hd_cmd_static = {"static", "[OPTION...] PROGRAM [LIBRARY...]",
				     "list pairs of operations whose order may matter, from the code alone",
				     cmd_static};
