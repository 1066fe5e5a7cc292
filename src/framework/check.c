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

static bool check_line(const char *line, struct hd_failed_test *t)
{
	const char *rest, *kind, *name, *test, *turn;
	size_t kind_length, name_length, test_length, turn_length;
	struct hd_line_place place;
	struct hd_check_text text;

	if (!hd_line_place(line, &place))
		return false;
	rest = place.rest;
	if (!check_field(&rest, &kind, &kind_length) || kind_length != 1 || !strchr("FE", *kind) ||
	    !check_field(&rest, &name, &name_length) || !check_field(&rest, &test, &test_length) ||
	    !check_field(&rest, &turn, &turn_length) || strspn(turn, "0123456789") != turn_length)
		return false;
	t->name = hd_sprintf("%.*s:%.*s", (int)name_length, name, (int)test_length, test);
	hd_failed_test_place(t, &place);
	hd_check_text_begin(&text);
	hd_check_text_add(&text, rest);
	t->text = hd_check_text_end(&text);
	return true;
}

static bool check_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++)
		if (check_line(output->line[i], t))
			return true;
	return false;
}

const struct hd_framework hd_framework_check = {
    .name = "Check",
    .marks = {"srunner_run_all", "srunner_create"},
    .setting = "CK_FORK=no",
    .find_failed = check_find_failed,
};
