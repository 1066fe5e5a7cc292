/* SPDX-License-Identifier: Apache-2.0
 *
 * Boost.Test:
 *
 *   Running 2 test cases...
 *   queue_test.cc(7): error: in "queue/two_producers": check a.balance == 2 has failed [1 != 2]
 */
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "framework/check_text.h"
#include "framework/framework.h"

/* What follows `error: in "`, or NULL: it is another line. */
static const char *boost_error(const char *line, struct hd_line_place *place)
{
	const char *error;

	if (!hd_line_place(line, place))
		return NULL;
	error = hd_line_after(place->rest, "fatal error: in \"");
	return error ? error : hd_line_after(place->rest, "error: in \"");
}

static bool boost_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	struct hd_line_place place;

	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++) {
		const char *name = boost_error(output->line[i], &place);
		const char *end = name ? strstr(name, "\": ") : NULL;
		struct hd_check_text text;

		if (!end)
			continue;
		t->name = hd_sprintf("%.*s", (int)(end - name), name);
		if (place.line) /* else it is an "unknown location" */
			hd_failed_test_place(t, &place);
		hd_check_text_begin(&text);
		hd_check_text_add(&text, end + 3);
		t->text = hd_check_text_end(&text);
		return true;
	}
	return false;
}

#define BOOST_INDENT 4
#define BOOST_DEPTH  32

/* How deep in the tree of suites a line of the list is; -1: it is no line of it. */
static int boost_depth(const char *line)
{
	size_t indent = strspn(line, " ");

	return line[indent] && indent % BOOST_INDENT == 0 && indent / BOOST_INDENT < BOOST_DEPTH
		   ? (int)(indent / BOOST_INDENT)
		   : -1;
}

/* The name is in front of a star, which says that the test is enabled, or of a colon and a description. */
static void boost_put_name(FILE *f, const char *line)
{
	line += strspn(line, " ");
	fprintf(f, "%.*s", (int)strcspn(line, "*:"), line);
}

/* "suite*" and below it "    test*": a test is a line with nothing below it. */
static void boost_read_list(const struct hd_lines *output, struct hd_names *names)
{
	const char *path[BOOST_DEPTH] = {0};

	for (size_t i = 0; i < output->n; i++) {
		int depth = boost_depth(output->line[i]);
		struct hd_text name;

		if (depth < 0)
			continue;
		path[depth] = output->line[i];
		if ((i + 1 < output->n && boost_depth(output->line[i + 1]) > depth) ||
		    !strchr(output->line[i], '*'))
			continue;
		hd_text_begin(&name);
		for (int at = 0; at <= depth && path[at]; at++) {
			fputs(at ? "/" : "", name.f);
			boost_put_name(name.f, path[at]);
		}
		hd_names_add(names, hd_text_end(&name));
	}
}

static char *boost_select(const char *name)
{
	return hd_sprintf("--run_test=%s", name);
}

const struct hd_framework hd_framework_boost = {
    .name = "Boost.Test",
    .marks = {"libboost_unit_test_framework", "btrt_list_content", "BOOST_TEST_LIST_CONTENT"},
    .setting = "BOOST_TEST_CATCH_SYSTEM_ERRORS=no",
    .find_failed = boost_find_failed,
    .listing = {.arg = "--list_content", .read = boost_read_list, .select = boost_select},
};
