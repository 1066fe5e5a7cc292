/* SPDX-License-Identifier: Apache-2.0
 *
 * doctest:
 *
 *   ===============================================================================
 *   queue_test.cc:6:
 *   TEST SUITE: bank
 *   TEST CASE:  two producers
 *     a subcase
 *
 *   queue_test.cc:6: ERROR: CHECK( a.balance == 2 ) is NOT correct!
 *     values: CHECK( 1 == 2 )
 */
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "framework/check_text.h"
#include "framework/framework.h"

/* The name in line `i`, with the subcases below it; NULL: there is none. */
static char *doctest_name(const struct hd_lines *output, size_t i)
{
	const char *name = hd_line_after(output->line[i], "TEST CASE:");
	struct hd_text text;

	if (!name)
		return NULL;
	hd_text_begin(&text);
	fputs(name + strspn(name, " "), text.f);
	while (++i < output->n && output->line[i][0] == ' ' && !hd_line_is_blank(output->line[i]))
		fprintf(text.f, " / %s", output->line[i] + strspn(output->line[i], " "));
	return hd_text_end(&text);
}

/* What follows "ERROR: " or "FATAL ERROR: ", or NULL: it is another line. */
static const char *doctest_error(const char *line, struct hd_line_place *place)
{
	const char *error;

	if (!hd_line_place(line, place))
		return NULL;
	error = hd_line_after(place->rest, "FATAL ERROR: ");
	return error ? error : hd_line_after(place->rest, "ERROR: ");
}

static char *doctest_text(const struct hd_lines *output, size_t i, const char *error)
{
	struct hd_check_text text;

	hd_check_text_begin(&text);
	hd_check_text_add(&text, error);
	while (++i < output->n && output->line[i][0] == ' ')
		hd_check_text_add(&text, output->line[i]);
	return hd_check_text_end(&text);
}

static bool doctest_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	struct hd_line_place place;

	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++) {
		char *name = doctest_name(output, i);
		const char *error;

		if (name) {
			free(t->name);
			t->name = name;
		}
		if (!t->name || !(error = doctest_error(output->line[i], &place)))
			continue;
		hd_failed_test_place(t, &place);
		t->text = doctest_text(output, i, error);
		return true;
	}
	return false;
}

/* The lines between two rules. */
static void doctest_read_list(const struct hd_lines *output, struct hd_names *names)
{
	bool inside = false;

	for (size_t i = 0; i < output->n; i++) {
		if (hd_line_is_rule(output->line[i], '='))
			inside = !inside;
		else if (inside)
			hd_names_add(names, hd_strdup(output->line[i]));
	}
}

static char *doctest_select(const char *name)
{
	return hd_name_escaped("--test-case=", name, "\\,");
}

const struct hd_framework hd_framework_doctest = {
    .name = "doctest",
    .marks = {"dt-list-test-cases"},
    .find_failed = doctest_find_failed,
    .listing = {.arg = "--list-test-cases", .read = doctest_read_list, .select = doctest_select},
};
