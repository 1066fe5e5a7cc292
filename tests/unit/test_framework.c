/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of test frameworks, as real programs printed it: the test that failed, and its check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "framework/find_failed_test.h"
#include "framework/framework.h"

#define RULE(c) c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c "\n"

static const char gtest[] = "Running main() from ./googletest/src/gtest_main.cc\n"
			    "[==========] Running 7 tests from 4 test suites.\n"
			    "[----------] 2 tests from Queue\n"
			    "[ RUN      ] Queue.Fine\n"
			    "[       OK ] Queue.Fine (0 ms)\n"
			    "[ RUN      ] Queue.TwoProducers\n"
			    "queue_test.cc:41: Failure\n"
			    "Expected equality of these values:\n"
			    "  a.balance\n"
			    "    Which is: 1\n"
			    "  2\n"
			    "lost money\n"
			    "[  FAILED  ] Queue.TwoProducers (0 ms)\n"
			    "[ RUN      ] Many/P.Works/0\n"
			    "[       OK ] Many/P.Works/0 (0 ms)\n"
			    "[==========] 7 tests from 4 test suites ran. (0 ms total)\n"
			    "[  PASSED  ] 6 tests.\n"
			    "[  FAILED  ] 1 test, listed below:\n"
			    "[  FAILED  ] Queue.TwoProducers\n";
static const char gtest_exception[] = "[==========] Running 1 test from 1 test suite.\n"
				      "[ RUN      ] Many/P.Works/3\n"
				      "unknown file: Failure\n"
				      "C++ exception with description \"full\" thrown in the test body.\n"
				      "[  FAILED  ] Many/P.Works/3, where GetParam() = 3 (0 ms)\n";
/* With --gtest_brief=1. */
static const char gtest_brief[] = "[==========] Running 1 test from 1 test suite.\n"
				  "queue_test.cc:9: Failure\n"
				  "Failed\n"
				  "\n"
				  "[  FAILED  ] Queue.Brief (0 ms)\n";
static const char gtest_broken_off[] = "[==========] Running 2 tests from 1 test suite.\n"
				       "[ RUN      ] Queue.First\n"
				       "queue_test.cc:9: Failure\n"
				       "Failed\n"
				       "[  FAILED  ] Queue.First (0 ms)\n"
				       "[ RUN      ] Queue.Crashes\n"
				       "a line of the program\n";
static const char gtest_passed[] = "[==========] Running 1 test from 1 test suite.\n"
				   "[ RUN      ] Queue.Fine\n"
				   "[       OK ] Queue.Fine (0 ms)\n"
				   "[  PASSED  ] 1 test.\n";
static const char doctest[] = "[doctest] doctest version is \"2.4.9\"\n" RULE(
    "=") "queue_test.cc:6:\n"
	 "TEST SUITE: bank\n"
	 "TEST CASE:  two producers\n"
	 "  sum\n"
	 "\n"
	 "queue_test.cc:6: WARNING: WARN( slow ) is NOT correct!\n"
	 "  values: WARN( true )\n"
	 "\n"
	 "queue_test.cc:7: ERROR: CHECK( a.balance == 2 ) is NOT correct!\n"
	 "  values: CHECK( 1 == 2 )\n"
	 "  logged: money\n"
	 "\n"
	 "[doctest] test cases: 3 | 2 passed | 1 failed | 0 skipped\n";
static const char catch2[] = "\n" RULE("~") "c is a Catch v2.13.10 host application.\n\n" RULE(
    "-") "two producers\n"
	 "  sum\n" RULE("-") "queue_test.cc:6\n" RULE(".") "\n"
							   "queue_test.cc:7: FAILED:\n"
							   "  REQUIRE( a.balance == 2 )\n"
							   "with expansion:\n"
							   "  1 == 2\n"
							   "\n" RULE(
							       "=") "test cases: 2 | 1 passed | 1 failed\n";
static const char boost[] =
    "Running 2 test cases...\n"
    "b.cc(7): \x1b[1;31;49merror: in \"queue/two_producers\": check a.balance == 2 has failed [1 != "
    "2]\x1b[0;39;49m\n"
    "b.cc(7): \x1b[4;31;49mfatal error: in \"queue/two_producers\": critical check has failed\x1b[0;39;49m\n"
    "*** 2 failures are detected in the test module \"bank\"\n";
static const char boost_exception[] =
    "Running 1 test case...\n"
    "unknown location(0): fatal error: in \"throws\": std::runtime_error: full\n"
    "b.cc(5): last checkpoint: \"throws\" test entry\n";
static const char cmocka[] = "[==========] Running 2 test(s).\n"
			     "[ RUN      ] fine\n"
			     "[       OK ] fine\n"
			     "[ RUN      ] two_producers\n"
			     "[  ERROR   ] --- 0x1 != 0x2\n"
			     "[   LINE   ] --- m.c:10: error: Failure!\n"
			     "[  FAILED  ] two_producers\n"
			     "[==========] 2 test(s) run.\n"
			     "[  FAILED  ] two_producers\n";
static const char check[] =
    "Running suite(s): bank\n"
    "50%: Checks: 2, Failures: 1, Errors: 0\n"
    "k.c:5:P:plain:fine:0: Passed\n"
    "k.c:6:F:threads:two_producers:0: Assertion 'balance == 2' failed: balance == 1, 2 == 2\n";

static const struct {
	const char *output;
	bool ended;
	struct hd_failed_test found; /* framework NULL: none */
} known[] = {
    {gtest,
     true,
     {"GoogleTest", "Queue.TwoProducers", "queue_test.cc", 41,
      "Expected equality of these values: a.balance, Which is: 1, 2, lost money"}},
    {gtest_exception,
     true,
     {"GoogleTest", "Many/P.Works/3", NULL, 0,
      "C++ exception with description \"full\" thrown in the test body."}},
    {gtest_brief, true, {"GoogleTest", "Queue.Brief", "queue_test.cc", 9, "Failed"}},
    {gtest_broken_off, false, {"GoogleTest", "Queue.Crashes", NULL, 0, NULL}},
    {gtest_passed, true, {0}},
    {gtest_passed, false, {0}},
    {doctest,
     true,
     {"doctest", "two producers / sum", "queue_test.cc", 7,
      "CHECK( a.balance == 2 ) is NOT correct! values: CHECK( 1 == 2 ), logged: money"}},
    {catch2,
     true,
     {"Catch2", "two producers / sum", "queue_test.cc", 7,
      "REQUIRE( a.balance == 2 ), with expansion: 1 == 2"}},
    {boost,
     true,
     {"Boost.Test", "queue/two_producers", "b.cc", 7, "check a.balance == 2 has failed [1 != 2]"}},
    {boost_exception, true, {"Boost.Test", "throws", NULL, 0, "std::runtime_error: full"}},
    {cmocka, true, {"cmocka", "two_producers", "m.c", 10, "0x1 != 0x2"}},
    {check,
     true,
     {"Check", "threads:two_producers", "k.c", 6, "Assertion 'balance == 2' failed: balance == 1, 2 == 2"}},
    {"queue_test.cc:41: Failure\nno test framework has printed this\n", true, {0}},
    {"[ RUN      ] of another program\n", false, {0}},
    {"", true, {0}},
};

static void same_text(const char *a, const char *b)
{
	if (!a || !b)
		assert_ptr_equal(a, b);
	else
		assert_string_equal(a, b);
}

static void test_known_outputs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		const struct hd_failed_test *want = &known[i].found;
		struct hd_failed_test t;

		print_message("%s", known[i].output);
		assert_int_equal(
		    hd_failed_test_find(&t, known[i].output, strlen(known[i].output), known[i].ended),
		    want->framework != NULL);
		if (!want->framework)
			continue;
		same_text(t.framework, want->framework);
		same_text(t.name, want->name);
		same_text(t.file, want->file);
		assert_int_equal(t.line, want->line);
		same_text(t.text, want->text);
		hd_failed_test_free(&t);
	}
}

/* A program's answer to the framework's question for its tests; a name, and what selects it. */
static const struct {
	const struct hd_framework *framework;
	const char *answer;
	const char *names[5];
	const char *selects; /* the last of them */
} listed[] = {
    {&hd_framework_gtest,
     "Running main() from ./googletest/src/gtest_main.cc\nQueue.\n  Fine\n  DISABLED_Slow\nTyped/0.  # "
     "TypeParam = int\n"
     "  Zero\nDISABLED_All.\n  One\nMany/P.\n  Works/0  # GetParam() = 0\n",
     {"Queue.Fine", "Typed/0.Zero", "Many/P.Works/0"},
     "--gtest_filter=Many/P.Works/0"},
    {&hd_framework_catch2,
     "All available test cases:\n  fine\n      [tag]\n  a name that is\n    long\n  hidden\n      [.][slow]\n"
     "  with, a comma\n4 test cases\n\n",
     {"fine", "a name that is long", "with, a comma"},
     "with\\, a comma"},
    {&hd_framework_doctest,
     "[doctest] listing all test case names\n" RULE("=") "fine\ntwo, producers\n" RULE(
	 "=") "[doctest] unskipped test cases passing the current filters: 2\n",
     {"fine", "two, producers"},
     "--test-case=two\\, producers"},
    {&hd_framework_boost,
     "alone*: what it tests\nqueue*\n    fine*\n    not_enabled\n    deep*\n        two_producers*\n",
     {"alone", "queue/fine", "queue/deep/two_producers"},
     "--run_test=queue/deep/two_producers"},
    {&hd_framework_check,
     "100%: Checks: 3, Failures: 0, Errors: 0\nk.c:5:P:plain:fine:0: Passed\nk.c:6:P:threads:a:0: Passed\n"
     "k.c:9:P:threads:b:0: Passed\n",
     {"plain", "threads"},
     "CK_RUN_CASE=threads"},
};

static void test_lists(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
		const struct hd_test_listing *listing = &listed[i].framework->listing;
		struct hd_names names = {0};
		struct hd_lines lines;
		char *selects;

		print_message("%s", listed[i].answer);
		hd_lines_split(&lines, listed[i].answer, strlen(listed[i].answer));
		listing->read(&lines, &names);
		for (size_t k = 0; k < names.n; k++)
			same_text(names.name[k], listed[i].names[k]);
		assert_null(listed[i].names[names.n]);
		selects = listing->select(names.name[names.n - 1]);
		assert_string_equal(selects, listed[i].selects);
		free(selects);
		hd_names_free(&names);
		hd_lines_free(&lines);
	}
}

static void check_program(const char *bytes, const char *framework)
{
	char path[] = "/tmp/heddle-framework.XXXXXX";
	int fd = mkstemp(path);
	const struct hd_framework *f;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, strlen(bytes)), strlen(bytes));
	f = hd_framework_of(path);
	same_text(f ? f->name : NULL, framework);
	close(fd);
	unlink(path);
}

static void test_programs_are_recognised(void **state)
{
	(void)state;
	check_program("\x7f"
		      "ELF srunner_create",
		      "Check");
	check_program("\x7f"
		      "ELF _cmocka_run_group_tests",
		      "cmocka");
	check_program("\x7f"
		      "ELF _ZN7testing14InitGoogleTestEPiPPc",
		      "GoogleTest");
	check_program("\x7f"
		      "ELF main",
		      NULL);
	assert_null(hd_framework_of("/nonexistent"));
}

static void test_user_settings_stay(void **state)
{
	(void)state;
	unsetenv("CK_FORK");
	hd_framework_set_up(&hd_framework_check);
	assert_string_equal(getenv("CK_FORK"), "no");
	setenv("CK_FORK", "yes", 1);
	hd_framework_set_up(&hd_framework_check);
	assert_string_equal(getenv("CK_FORK"), "yes");
	hd_framework_set_up(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_known_outputs),
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_programs_are_recognised),
	    cmocka_unit_test(test_user_settings_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
