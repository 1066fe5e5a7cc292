/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the pages that browsers show: text within sentences, texts that are written once, source that is
 * or is not as it was, and what is untested by line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/coverage/untested_lines.h"
#include "report/html/source_context.h"
#include "report/html/text_table.h"
#include "report/page/html_text.h"

static void check_prose(const char *from, const char *to)
{
	struct hd_text text;
	char *out;

	hd_text_begin(&text);
	hd_html_put_prose(text.f, from);
	out = hd_text_end(&text);
	assert_string_equal(out, to);
	free(out);
}

static void test_prose(void **state)
{
	(void)state;
	check_prose("thread 1 has `a<b>` and `c`", "thread 1 has <code>a&lt;b&gt;</code> and <code>c</code>");
	check_prose("assertion `x == '1'' failed", "assertion <code>x == '1'</code> failed");
	check_prose("one ` alone", "one ` alone");
	check_prose("", "");
}

static void test_tabs(void **state)
{
	char shown[40];

	(void)state;
	hd_expand_tabs("a\tb\n", shown, sizeof shown);
	assert_string_equal(shown, "a       b");
	hd_expand_tabs("\t\t\t\t\t\t\t\tfar", shown, sizeof shown);
	assert_true(strlen(shown) < sizeof shown);
}

static void test_table(void **state)
{
	struct hd_text_table t;
	json_t *list;

	(void)state;
	hd_text_table_begin(&t);
	assert_int_equal(hd_text_number(&t, NULL), 0);
	assert_int_equal(hd_text_number(&t, "x"), 1);
	assert_int_equal(hd_text_number(&t, "\xff"), 2); /* is no UTF-8 */
	assert_int_equal(hd_text_number(&t, "x"), 1);
	list = hd_text_table_end(&t);
	assert_int_equal(json_array_size(list), 2);
	json_decref(list);
}

static char *write_source(const char *text)
{
	char *path = hd_strdup("/tmp/heddle-test-pages.XXXXXX");
	FILE *f = fdopen(mkstemp(path), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return path;
}

/* What is shown of line 2, when the report has recorded this of it. */
static void check_source(char *path, char *recorded, const char *shown, const char *around)
{
	struct hd_source_context c = {0};
	struct hd_location l = {.file = path, .line = 2, .source = recorded},
			   far = {.file = path, .line = INT32_MAX};
	const char *line, *next;

	assert_int_equal(hd_source_context_add(&c, &l), 1);
	assert_int_equal(hd_source_context_add(&c, &(struct hd_location){0}), 0);
	assert_int_equal(hd_source_context_add(&c, &far), 1);
	hd_source_context_read(&c);
	line = hd_source_context_line(&c.files[0], 2);
	next = hd_source_context_line(&c.files[0], 3);
	assert_string_equal(line, shown);
	assert_true(around ? next && !strcmp(next, around) : !next);
	json_decref(hd_source_context_json(&c));
	hd_source_context_free(&c);
}

static void test_source(void **state)
{
	char *path = write_source("one\n\ttwo  =\t2;\nthree\n"), same[] = "two  = 2;", other[] = "too = 2;";

	(void)state;
	check_source(path, same, "        two  =  2;", "three");
	check_source(path, other, other, NULL); /* the file has changed: the rest of it proves nothing */
	unlink(path);
	check_source(path, same, same, NULL);
	free(path);
}

static void test_untested(void **state)
{
	char *path = write_source("first\n  x = <y>;\nthird\n"), *out, *at;
	struct hd_cover_iroot list[2] = {{.idiom = 1, .n = 2}, {.idiom = 2, .n = 3, .attempts = 1}};
	struct hd_coverage c = {.open = list, .nopen = 2};
	struct hd_text text;

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < list[i].n; k++)
			list[i].ops[k] = (struct hd_cover_op){
			    .kind = "read", .function = "f", .file = path, .line = k % 2 ? 2 : 99};
	hd_text_begin(&text);
	hd_untested_lines_put(&c, text.f);
	out = hd_text_end(&text);
	at = strstr(
	    out,
	    "<span class=\"n\">2</span><code>x = &lt;y&gt;;</code> <span class=\"count\">2 iRoots</span>");
	assert_non_null(at);
	/* A line that the file does not have is called by its function. */
	assert_non_null(
	    strstr(at, "<span class=\"n\">99</span><code>f</code> <span class=\"count\">2 iRoots</span>"));
	assert_non_null(strstr(at, "(tried 1 time)"));
	unlink(path);
	free(path);
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_prose),  cmocka_unit_test(test_tabs),	    cmocka_unit_test(test_table),
	    cmocka_unit_test(test_source), cmocka_unit_test(test_untested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
