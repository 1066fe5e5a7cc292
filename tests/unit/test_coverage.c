/* SPDX-License-Identifier: Apache-2.0
 *
 * What `heddle coverage` shows: the order of what is untested, the curve in ASCII, and that nothing in the
 * page is markup that came from names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "report/coverage/coverage.h"
#include "report/coverage/coverage_html.h"
#include "report/coverage/coverage_text.h"
#include "report/render/plot.h"

static struct hd_cover_iroot iroot(unsigned idiom, int line_a, int line_b, uint32_t attempts)
{
	struct hd_cover_iroot r = {.idiom = idiom,
				   .n = idiom == 1   ? 2
					: idiom == 2 ? 3
						     : 4,
				   .attempts = attempts};

	for (unsigned i = 0; i < r.n; i++)
		r.ops[i] = (struct hd_cover_op){.kind = i % 2 ? "read" : "write",
						.function = "f<b>&",
						.file = "/x/a\"b.c",
						.line = i % 2 ? line_b : line_a};
	return r;
}

static void test_order(void **state)
{
	struct hd_cover_iroot list[] = {iroot(4, 10, 20, 6), iroot(1, 30, 40, 6), iroot(2, 20, 10, 6),
					iroot(3, 50, 60, 0), iroot(1, 10, 20, 6), iroot(1, 70, 70, 2)};
	struct hd_coverage c = {.open = list, .nopen = 6};

	(void)state;
	hd_coverage_sort(&c);
	/* Not tried; tried twice; then the larger of the two groups that were tried six times, simple ones
	 * first. */
	assert_int_equal(list[0].ops[0].line, 50);
	assert_int_equal(list[1].ops[0].line, 70);
	for (unsigned i = 2; i < 5; i++) {
		assert_int_equal(list[i].ops[0].line + list[i].ops[1].line, 30);
		assert_int_equal(list[i].group, 2);
	}
	assert_int_equal(list[2].idiom, 1);
	assert_int_equal(list[3].idiom, 2);
	assert_int_equal(list[4].idiom, 4);
	assert_int_equal(list[5].ops[0].line, 30);
	assert_int_equal(list[5].group, 5);
}

static void test_plot(void **state)
{
	/* Half of it in the first run, the rest at the end: two levels. */
	const struct hd_plot_point points[] = {{1, 50}, {1000, 100}};
	struct hd_text text;
	char *out, *line;
	int stars = 0, rows = 0;

	(void)state;
	hd_text_begin(&text);
	hd_plot(text.f, points, 2, 40, false);
	out = hd_text_end(&text);
	assert_non_null(strstr(out, "100 |"));
	assert_non_null(strstr(out, "1,000 runs"));
	for (line = strtok(out, "\n"); line; line = strtok(NULL, "\n")) {
		assert_true(strlen(line) <= 44);
		rows++;
		for (const char *p = line; *p; p++)
			stars += *p == '*';
	}
	assert_int_equal(rows, 12);
	/* One in each of 33 columns, and the rise at the end. */
	assert_in_range(stars, 33, 33 + 6);
	free(out);
}

static void test_page(void **state)
{
	struct hd_cover_iroot list[] = {iroot(1, 10, 20, 1), iroot(5, 30, 40, 6)};
	struct hd_cover_point points[] = {{.runs = 1, .exposed = {3, 1, 2}},
					  {.runs = 90, .exposed = {9, 4, 5}}};
	char strategy[] = "maple", args[] = "<script>alert(1)</script>";
	struct hd_cover_use use = {.strategy = strategy, .args = args, .searches = 1, .runs = 90};
	struct hd_coverage c = {.version = "1",
				.program = "a&b",
				.open = list,
				.nopen = 2,
				.points = points,
				.npoints = 2,
				.uses = &use,
				.nuses = 1};
	struct hd_text text;
	char *out;

	(void)state;
	hd_coverage_sort(&c);
	hd_text_begin(&text);
	assert_int_equal(hd_coverage_write_html(&c, text.f), 0);
	out = hd_text_end(&text);
	assert_null(strstr(out, "<script"));
	assert_null(strstr(out, "f<b>"));
	assert_non_null(strstr(out, "&lt;script&gt;"));
	assert_non_null(strstr(out, "f&lt;b&gt;&amp;"));
	assert_non_null(strstr(out, "a&amp;b"));
	assert_non_null(strstr(out, "<svg"));
	assert_null(strstr(out, "nan"));
	free(out);
	hd_text_begin(&text);
	hd_coverage_print(&c, text.f, false, 1);
	out = hd_text_end(&text);
	assert_non_null(strstr(out, "idiom1  write a\"b.c:10 => read a\"b.c:20"));
	assert_non_null(strstr(out, "and 1 more at other lines"));
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_plot),
	    cmocka_unit_test(test_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
