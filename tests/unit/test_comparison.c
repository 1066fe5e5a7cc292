/* SPDX-License-Identifier: Apache-2.0
 *
 * Medians of a comparison, where searches that found nothing count as endless. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/spelling.h"
#include "base/text.h"
#include "report/comparison.h"
#include "report/render/comparison_table.h"

static struct hd_compared_search searches[] = {
    {.runs = 50, .seconds = 2, .exposed = {30, 10, 20}, .first_run = 7, .first_seconds = .5, .failures = 1},
    {.runs = 10, .seconds = 1, .exposed = {20, 5, 15}},
    {.runs = 40, .seconds = 4, .exposed = {60, 50, 10}, .first_run = 3, .first_seconds = .7, .failures = 2},
    {.runs = 20, .seconds = 0, .exposed = {40, 40, 0}},
};
static const struct hd_compared all = {.strategy = "any", .searches = searches};

static void the_median_is_the_lower_middle_one(void **unused)
{
	(void)unused;
	assert_true(hd_compared_median(&all, 1, hd_compared_runs) == 50);
	assert_true(hd_compared_median(&all, 2, hd_compared_runs) == 10);
	assert_true(hd_compared_median(&all, 3, hd_compared_runs) == 40);
	assert_true(hd_compared_median(&all, 4, hd_compared_runs) == 20);
	assert_true(hd_compared_median(&all, 4, hd_compared_coverage) == 30);
	assert_true(hd_compared_median(&all, 4, hd_compared_speed) == 10); /* of 0, 10, 10, 25 */
	assert_true(hd_compared_median(&all, 0, hd_compared_runs) == 0);
}

static void who_found_nothing_comes_last(void **unused)
{
	(void)unused;
	assert_true(hd_compared_median(&all, 3, hd_compared_first_run) == 7);
	assert_true(hd_compared_median(&all, 3, hd_compared_first_seconds) == .7);
	assert_true(isinf(hd_compared_first_run(&searches[1])));
	assert_int_equal(hd_compared_found(&all, 4), 2);
	assert_int_equal(hd_compared_found(&all, 2), 1);
}

/* The tuple is that of one search, whose sum is the median: medians of single idioms need not belong
 * together. */
static void the_table_shows_a_tuple_that_was_there(void **unused)
{
	struct hd_comparison c = {.strategies = &all, .n = 1, .rounds = 3};
	struct hd_text text;
	char *table;

	(void)unused;
	hd_text_begin(&text);
	hd_comparison_table(&c, text.f);
	table = hd_text_end(&text);
	assert_non_null(strstr(table, "(10, 20, 0, 0, 0, 0)"));
	assert_non_null(strstr(table, " 2/3 "));
	free(table);
}

static const char *nearest(const char *typed, const char *const *names)
{
	struct hd_spelling near = hd_spelling_begin(typed);

	for (; *names; names++)
		hd_spelling_see(&near, *names);
	return near.nearest;
}

static void names_are_guessed_when_they_are_near(void **unused)
{
	static const char *const names[] = {"random", "pct", "pct-large", "pos", NULL};

	(void)unused;
	assert_string_equal(nearest("rnadom", names), "random");
	assert_string_equal(nearest("pct_large", names), "pct-large");
	assert_string_equal(nearest("pst", names), "pct");
	assert_null(nearest("maple", names));
	assert_null(nearest("", names));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_median_is_the_lower_middle_one),
	    cmocka_unit_test(who_found_nothing_comes_last),
	    cmocka_unit_test(the_table_shows_a_tuple_that_was_there),
	    cmocka_unit_test(names_are_guessed_when_they_are_near),
	};

	return cmocka_run_group_tests_name("comparison", tests, NULL, NULL);
}
