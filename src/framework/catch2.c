/* SPDX-License-Identifier: Apache-2.0
 *
 * Catch2, version 2 and 3:
 *
 *   -------------------------------------------------------------------------------
 *   two producers
 *     a section
 *   -------------------------------------------------------------------------------
 *   queue_test.cc:6
 *   ...............................................................................
 *
 *   queue_test.cc:6: FAILED:
 *     REQUIRE( a.balance == 2 )
 *   with expansion:
 *     1 == 2
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "framework/check_text.h"
#include "framework/framework.h"

#define NAME_LINES 10

/* Of the lines between two rules, of which line `i` is the first. NULL: there is no second one near. */
static char *catch2_name(const struct hd_lines *output, size_t i)
{
	struct hd_text name;
	size_t end = i + 1;

	while (end < output->n && end < i + NAME_LINES && !hd_line_is_rule(output->line[end], '-'))
		end++;
	if (end >= output->n || end == i + 1 || !hd_line_is_rule(output->line[end], '-'))
		return NULL;
	hd_text_begin(&name);
	for (size_t at = i + 1; at < end; at++) {
		const char *line = output->line[at], *word = line + strspn(line, " ");

		fprintf(name.f, "%s%s", at == i + 1 ? "" : word > line ? " / " : " ", word);
	}
	return hd_text_end(&name);
}

static bool catch2_is_over(const char *line)
{
	return hd_line_is_blank(line) || hd_line_is_rule(line, '=') || hd_line_is_rule(line, '-') ||
	       hd_line_is_rule(line, '.');
}

static char *catch2_text(const struct hd_lines *output, size_t i)
{
	struct hd_check_text text;

	hd_check_text_begin(&text);
	while (++i < output->n && !catch2_is_over(output->line[i]))
		hd_check_text_add(&text, output->line[i]);
	return hd_check_text_end(&text);
}

static bool catch2_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	struct hd_line_place place;

	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++) {
		char *name = hd_line_is_rule(output->line[i], '-') ? catch2_name(output, i) : NULL;

		if (name) {
			free(t->name);
			t->name = name;
		}
		if (!t->name || !hd_line_place(output->line[i], &place) || strcmp(place.rest, "FAILED:") != 0)
			continue;
		hd_failed_test_place(t, &place);
		t->text = catch2_text(output, i);
		return true;
	}
	return false;
}

static size_t catch2_indent(const char *line)
{
	return strspn(line, " ");
}

/* The end of a name and the tags of its test, from line `i` on: *hidden, because a tag says so. */
static char *catch2_listed(const struct hd_lines *output, size_t i, bool *hidden)
{
	struct hd_text name;

	*hidden = false;
	hd_text_begin(&name);
	fputs(output->line[i] + 2, name.f);
	while (++i < output->n && catch2_indent(output->line[i]) == 4)
		fprintf(name.f, " %s", output->line[i] + 4);
	for (; i < output->n && catch2_indent(output->line[i]) > 4; i++)
		*hidden |= strstr(output->line[i], "[.") || strstr(output->line[i], "[!hide]");
	return hd_text_end(&name);
}

/* "  name", "    more of a long name", "      [tag][another]". */
static void catch2_read_list(const struct hd_lines *output, struct hd_names *names)
{
	for (size_t i = 0; i < output->n; i++) {
		bool hidden;
		char *name;

		if (catch2_indent(output->line[i]) != 2 || hd_line_is_blank(output->line[i]))
			continue;
		name = catch2_listed(output, i, &hidden);
		if (hidden)
			free(name);
		else
			hd_names_add(names, name);
	}
}

static char *catch2_select(const char *name)
{
	return hd_name_escaped("", name, "\\,[\"*~");
}

const struct hd_framework hd_framework_catch2 = {
    .name = "Catch2",
    .marks = {" is a Catch", "5Catch7AutoReg"},
    .find_failed = catch2_find_failed,
    .listing = {.arg = "--list-tests", .read = catch2_read_list, .select = catch2_select},
};
