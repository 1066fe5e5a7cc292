/* SPDX-License-Identifier: Apache-2.0
 *
 * Check:
 *
 *   50%: Checks: 2, Failures: 1, Errors: 0
 *   queue_test.c:6:F:threads:two_producers:0: Assertion 'balance == 2' failed: balance == 1, 2 == 2
 *
 * After the line come F for a failed check or E for an error, the test case, the test, and which turn of a
 * loop it was. */
#include <string.h>

#include "base/fail.h"
#include "framework/check_text.h"
#include "framework/framework.h"

struct check_line {
	struct hd_line_place place;
	char kind;	  /* P passed, F failed, E error */
	const char *name; /* of the test case */
	size_t name_length;
	const char *test;
	size_t test_length;
	const char *text;
};

/* The part of the text before a colon, and go behind it. False: there is none. */
static bool check_field(const char **text, const char **field, size_t *length)
{
	*field = *text;
	*length = strcspn(*text, ":");
	if (!*length || !(*text)[*length])
		return false;
	*text += *length + 1;
	return true;
}

static bool check_parse(const char *line, struct check_line *l)
{
	const char *kind, *turn;
	size_t kind_length, turn_length;

	if (!hd_line_place(line, &l->place))
		return false;
	l->text = l->place.rest;
	if (!check_field(&l->text, &kind, &kind_length) || kind_length != 1 || !strchr("PFE", *kind) ||
	    !check_field(&l->text, &l->name, &l->name_length) ||
	    !check_field(&l->text, &l->test, &l->test_length) ||
	    !check_field(&l->text, &turn, &turn_length) || strspn(turn, "0123456789") != turn_length)
		return false;
	l->kind = *kind;
	return true;
}

static bool check_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	struct check_line l;
	struct hd_check_text text;

	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++) {
		if (!check_parse(output->line[i], &l) || l.kind == 'P')
			continue;
		t->name = hd_sprintf("%.*s:%.*s", (int)l.name_length, l.name, (int)l.test_length, l.test);
		hd_failed_test_place(t, &l.place);
		hd_check_text_begin(&text);
		hd_check_text_add(&text, l.text);
		t->text = hd_check_text_end(&text);
		return true;
	}
	return false;
}

/* Check has no list: with CK_VERBOSITY=verbose it prints a line for each test that it has run. Test cases,
 * not tests, can be run alone. */
static void check_read_list(const struct hd_lines *output, struct hd_names *names)
{
	struct check_line l;

	for (size_t i = 0; i < output->n; i++)
		if (check_parse(output->line[i], &l))
			hd_names_add(names, hd_sprintf("%.*s", (int)l.name_length, l.name));
}

static char *check_select(const char *name)
{
	return hd_sprintf("CK_RUN_CASE=%s", name);
}

const struct hd_framework hd_framework_check = {
    .name = "Check",
    .marks = {"srunner_run_all", "srunner_create"},
    .setting = "CK_FORK=no",
    .find_failed = check_find_failed,
    .listing = {.variable = "CK_VERBOSITY=verbose",
		.read = check_read_list,
		.select = check_select,
		.selects_by_variable = true},
};
