/* SPDX-License-Identifier: Apache-2.0
 *
 * Long sentences of a report fit the width: they are folded between words, and never lose one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/render/cells.h"
#include "report/render/failure_text.h"
#include "report/render/style.h"
#include "report/utf8.h"
#include "report/words.h"

static void folds_to(const char *text, unsigned width, const char *expected)
{
	struct hd_style style = {.width = width};
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	hd_put_folded(f, &style, "why: ", text, 5);
	fclose(f);
	assert_string_equal(out, expected);
	free(out);
}

static void sentences_are_folded(void **unused)
{
	(void)unused;
	folds_to("a b", 8, "why: a b\n");
	folds_to("a b", 7, "why: a\n     b\n");
	folds_to("one two three", 12, "why: one two\n     three\n");
	folds_to("", 12, "why: \n");
}

static void words_are_whole_if_a_line_holds_them(void **unused)
{
	(void)unused;
	folds_to("a b/c/d/e", 12, "why: a\n     b/c/d/e\n");
	folds_to("much/too/long.c:12 x", 12, "why: much/to\n     o/long.\n     c:12 x\n");
	folds_to("x much/too/long", 12, "why: x\n     much/to\n     o/long\n");
}

static void widths_are_columns_of_a_terminal(void **unused)
{
	(void)unused;
	folds_to("äöü äöü", 12, "why: äöü äöü\n");
	folds_to("漢字 漢", 11, "why: 漢字\n     漢\n");
	folds_to("漢字漢字", 10, "why: 漢字\n     漢字\n");
	assert_int_equal(hd_width("e\xcc\x81"), 1); /* an e and an accent of its own */
	assert_int_equal(hd_width("a漢🙂"), 5);
	assert_int_equal(hd_prefix("漢字", 3), 3);
	assert_int_equal(hd_suffix("a漢字", 3), 4);
	assert_int_equal(hd_suffix("e\xcc\x81x", 1), 3); /* the accent goes with its letter */
}

/* "write OBJECT = 1" in so many columns. */
static void fits_as(const char *object, size_t width, const char *expected)
{
	struct hd_report_step s = {.what = "write", .object = (char *)object, .value = "1"};
	char *text = hd_cell_fitted(&s, width, "..");

	assert_string_equal(text, expected);
	free(text);
}

static void names_are_cut_where_they_tell_least(void **unused)
{
	(void)unused;
	fits_as("main: queue.count", 27, "write main: queue.count = 1");
	fits_as("main: queue.count", 26, "write queue.count = 1");
	fits_as("main: writer.lines_.c.end()", 24, "write ...c.end() = 1");
	fits_as("Registry::instance.get()", 29, "write ..::instance.get() = 1");
	fits_as("shared Settings A.limit", 27, "write shared .. A.limit = 1");
	fits_as("a_very_long_name_of_a_variable", 20, "write a_ve..able = 1");
}

static void object_is(const char *name, const char *expected)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	hd_put_object(f, name);
	fclose(f);
	assert_string_equal(out, expected);
	free(out);
}

static void several_members_are_named_each(void **unused)
{
	(void)unused;
	object_is("queue.length", "`queue.length`");
	object_is("queue.{length,closed}", "`queue.length` and `queue.closed`");
	object_is("main: q.{a,b,c} of thread 2", "`main: q.a`, `main: q.b` and `main: q.c` of thread 2");
	object_is("node A.{a,b}", "node A.a and node A.b");
	object_is("main::{lambda}: count", "`main::{lambda}: count`");
	object_is("queue.{broken", "`queue.{broken`");
}

/* Whatever is long in a report of a failure is folded. */
static void reports_fit_the_width(void **unused)
{
	char place[] = "a/path/to/a/source/file/that/is/long.c",
	     words[] = "a long function name with many words";
	struct hd_location stack[] = {
	    {.function = words, .file = place, .line = 12, .source = words},
	    {.function = words, .file = "/usr/include/c++/12/bits/invoke.h", .line = 3}};
	struct hd_report_lock held = {.name = words, .where = stack[0]};
	struct hd_report_thread t = {.tid = 1,
				     .name = "worker",
				     .state = "waits for",
				     .waits_for = words,
				     .owner = 1,
				     .stack = stack,
				     .nstack = 2,
				     .held = &held,
				     .nheld = 1};
	char *races[] = {words};
	struct hd_report r = {.kind = "exit",
			      .message = words,
			      .detail = words,
			      .cause = words,
			      .pattern = words,
			      .remedy = words,
			      .condition = words,
			      .address = words,
			      .tid = 1,
			      .threads = &t,
			      .nthreads = 1,
			      .races = races,
			      .nraces = 1,
			      .strategy = "random",
			      .steps = 3,
			      .size_before.steps = 4,
			      .client = words};
	char *out = NULL;
	size_t size;

	(void)unused;
	for (int all = 0; all < 2; all++) {
		FILE *f = open_memstream(&out, &size);

		hd_report_print_width(&r, f, false, 44, all);
		fclose(f);
		for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"))
			if (hd_width(line) > 44)
				fail_msg("%s", line);
		free(out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sentences_are_folded),
	    cmocka_unit_test(words_are_whole_if_a_line_holds_them),
	    cmocka_unit_test(widths_are_columns_of_a_terminal),
	    cmocka_unit_test(names_are_cut_where_they_tell_least),
	    cmocka_unit_test(several_members_are_named_each),
	    cmocka_unit_test(reports_fit_the_width),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
