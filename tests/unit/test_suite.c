/* SPDX-License-Identifier: Apache-2.0
 *
 * How the time of a suite is divided, and the lists of tests that build systems write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heddle/suite/share.h"
#include "report/json/test_list_json.h"

static struct hd_suite_test searched(const char *verdict, uint64_t threads)
{
	return (struct hd_suite_test){
	    .result = {.verdict = verdict, .threads = threads, .grew = true, .rounds = 1}};
}

static void test_only_what_may_fail_is_searched_again(void **state)
{
	struct hd_suite_test skipped = searched(HD_VERDICT_PASSED, 2);
	static char why[] = "a script";

	(void)state;
	skipped.skipped = why;
	assert_true(hd_share_is_open(&(struct hd_suite_test[]){searched(HD_VERDICT_PASSED, 2)}[0]));
	assert_false(hd_share_is_open(&(struct hd_suite_test[]){searched(HD_VERDICT_PASSED, 1)}[0]));
	assert_false(hd_share_is_open(&(struct hd_suite_test[]){searched(HD_VERDICT_FAILED, 2)}[0]));
	assert_false(hd_share_is_open(&(struct hd_suite_test[]){searched(HD_VERDICT_EXHAUSTED, 2)}[0]));
	assert_false(hd_share_is_open(&(struct hd_suite_test[]){searched(HD_VERDICT_ERROR, 2)}[0]));
	assert_false(hd_share_is_open(&skipped));
	assert_true(hd_share_weight(&skipped) == 0);
}

static void test_what_promises_more_gets_more(void **state)
{
	struct hd_suite_test plain = searched(HD_VERDICT_PASSED, 2), shares = plain, races = plain,
			     at_end = plain;

	(void)state;
	shares.result.shared = 30;
	races.result.findings = 1;
	at_end.result.grew = false;
	assert_true(hd_share_weight(&shares) > hd_share_weight(&plain));
	assert_true(hd_share_weight(&races) > hd_share_weight(&plain));
	assert_true(hd_share_weight(&at_end) < hd_share_weight(&plain));
	assert_true(hd_share_weight(&at_end) > 0);
}

static void test_first_look_is_short(void **state)
{
	(void)state;
	assert_true(hd_share_of_look(60, 200, 2) * 200 / 2 <= 60 / 2.0);
	assert_true(hd_share_of_look(60, 1, 2) <= 5);
	assert_true(hd_share_of_look(1, 1000, 2) > 0);
}

/* All tests of a round, one after the other: the shares fit into the time. */
static double sum_of_round(double left, size_t n, double *rest)
{
	double weights = (double)n, sum = 0;

	for (size_t i = 0; i < n; i++) {
		double share = hd_share_of_round(left, 1, weights, n - i, 1);

		assert_true(share > 0 && share <= left);
		sum += share;
		left -= share;
		weights -= 1;
	}
	*rest = left;
	return sum;
}

static void test_rounds_fit_into_the_time(void **state)
{
	double rest;

	(void)state;
	assert_true(sum_of_round(100, 10, &rest) < 100); /* there is enough for another round */
	assert_true(rest > 10);
	sum_of_round(10, 10, &rest); /* this is the last one */
	assert_true(rest < 1);
	assert_true(hd_share_of_round(10, 0, 0, 1, 1) == 0);
}

static const char ctest[] =
    "{\"tests\": [{\"name\": \"one\", \"command\": [\"/b/h\", \"a b\"], \"properties\": ["
    "{\"name\": \"ENVIRONMENT\", \"value\": [\"A=1\"]}, {\"name\": \"WORKING_DIRECTORY\", \"value\": \"/b\"},"
    "{\"name\": \"WILL_FAIL\", \"value\": true}]}, {\"name\": \"two\"}]}";
static const char meson[] =
    "[{\"name\": \"one\", \"cmd\": [\"/b/h\", \"a b\"], \"env\": {\"A\": \"1\"}, \"workdir\": null}]";

static void test_lists_of_build_systems(void **state)
{
	struct hd_listed_tests tests;
	const char *error;

	(void)state;
	assert_true(hd_read_ctest_list(ctest, strlen(ctest), &tests, &error));
	assert_int_equal(tests.n, 2);
	assert_string_equal(tests.list[0].command[1], "a b");
	assert_string_equal(tests.list[0].variables[0], "A=1");
	assert_string_equal(tests.list[0].directory, "/b");
	assert_true(tests.list[0].fails);
	assert_int_equal(tests.list[1].ncommand, 0);
	hd_listed_tests_free(&tests);
	assert_true(hd_read_meson_list(meson, strlen(meson), &tests, &error));
	assert_int_equal(tests.n, 1);
	assert_string_equal(tests.list[0].command[0], "/b/h");
	assert_string_equal(tests.list[0].variables[0], "A=1");
	assert_null(tests.list[0].directory);
	hd_listed_tests_free(&tests);
	assert_false(hd_read_ctest_list(meson, strlen(meson), &tests, &error));
	assert_false(hd_read_meson_list(ctest, strlen(ctest), &tests, &error));
	assert_false(hd_read_meson_list("[{}]", 4, &tests, &error));
}

static void test_failures_in_words(void **state)
{
	static char exit_kind[] = "exit", deadlock[] = "deadlock", name[] = "two producers";
	static char check[] = "test two producers: /a/b.cc:6: 1 != 2",
		    section[] = "test two producers / sum: b.cc:6: 1 != 2",
		    other[] = "test threads:x: b.c:6: no", words[] = "both wait";
	const struct {
		char *kind, *message;
		const char *text;
	} known[] = {{exit_kind, check, "/a/b.cc:6: 1 != 2"},
		     {exit_kind, section, "sum: b.cc:6: 1 != 2"},
		     {exit_kind, other, "threads:x: b.c:6: no"},
		     {deadlock, words, "deadlock: both wait"}};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		struct hd_suite_test t = {.name = name,
					  .result = {.kind = known[i].kind, .message = known[i].message}};
		char *text = hd_suite_failure_text(&t);

		assert_string_equal(text, known[i].text);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_only_what_may_fail_is_searched_again),
	    cmocka_unit_test(test_what_promises_more_gets_more),
	    cmocka_unit_test(test_first_look_is_short),
	    cmocka_unit_test(test_rounds_fit_into_the_time),
	    cmocka_unit_test(test_lists_of_build_systems),
	    cmocka_unit_test(test_failures_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
