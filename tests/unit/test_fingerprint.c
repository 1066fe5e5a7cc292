/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes one bug: fingerprints stay over numbers of threads, moved lines and other folders, and differ
 * for other places. Every kind of failure and finding has a rule that explains it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/check.h"
#include "model/outcome.h"
#include "report/fingerprint.h"
#include "report/rules.h"
#include "report/source_root.h"

#define FRAME(fn, path, ln, text)                                                                            \
	{                                                                                                    \
		.function = (fn), .file = (path), .line = (ln), .source = (text)                             \
	}

static bool same(const struct hd_report *a, const struct hd_report *b)
{
	char *x = hd_report_fingerprint(a), *y = hd_report_fingerprint(b);
	bool equal = !strcmp(x, y);

	assert_int_equal(strlen(x), HD_FINGERPRINT_DIGITS);
	free(x);
	free(y);
	return equal;
}

static void a_failing_thread_is_known_by_its_own_frames(void **unused)
{
	struct hd_location stack[] = {FRAME("raise", "/usr/include/x.h", 3, "x"),
				      FRAME("check", "/a/bank.c", 40, "assert(sum == 2);"),
				      FRAME("main", "/a/bank.c", 60, "check();")};
	struct hd_location moved[] = {FRAME("check", "/elsewhere/bank.c", 45, "assert(sum == 2);"),
				      FRAME("main", "/elsewhere/bank.c", 71, "check();")};
	struct hd_report_thread one = {.tid = 1, .owner = -1, .stack = stack, .nstack = 3};
	struct hd_report_thread other = {.tid = 7, .owner = -1, .stack = moved, .nstack = 2};
	struct hd_report a = {
	    .kind = "assert", .message = "thread 1", .tid = 1, .threads = &one, .nthreads = 1};
	struct hd_report b = {
	    .kind = "assert", .message = "thread 7", .tid = 7, .threads = &other, .nthreads = 1};

	(void)unused;
	assert_true(same(&a, &b));
	moved[0].twins = 1; /* the second of two equal lines */
	assert_false(same(&a, &b));
	moved[0].twins = 0;
	moved[0].source = "assert(sum == 3);";
	assert_false(same(&a, &b));
	moved[0].source = "assert(sum == 2);";
	b.kind = "crash";
	assert_false(same(&a, &b));
}

static void a_deadlock_is_known_by_its_circle(void **unused)
{
	struct hd_location first = FRAME("save", "bank.c", 10, "lock(b);"),
			   second = FRAME("spend", "bank.c", 20, "lock(a);"),
			   main_one = FRAME("main", "bank.c", 30, "join(one);"),
			   main_two = FRAME("main", "bank.c", 31, "join(two);");
	struct hd_report_thread a_threads[] = {{.tid = 0, .owner = 1, .stack = &main_one, .nstack = 1},
					       {.tid = 1, .owner = 2, .stack = &first, .nstack = 1},
					       {.tid = 2, .owner = 1, .stack = &second, .nstack = 1}};
	struct hd_report_thread b_threads[] = {{.tid = 0, .owner = 1, .stack = &main_two, .nstack = 1},
					       {.tid = 1, .owner = 2, .stack = &second, .nstack = 1},
					       {.tid = 2, .owner = 1, .stack = &first, .nstack = 1}};
	struct hd_report a = {
	    .kind = "deadlock", .message = "x", .tid = -1, .threads = a_threads, .nthreads = 3};
	struct hd_report b = {
	    .kind = "deadlock", .message = "y", .tid = -1, .threads = b_threads, .nthreads = 3};

	(void)unused;
	assert_true(same(&a, &b));
	b_threads[1].stack = &first; /* both threads at the same line */
	assert_false(same(&a, &b));
}

static void an_exit_is_known_by_its_message(void **unused)
{
	struct hd_location end = FRAME("main", "t.cc", 9, "return RUN_ALL_TESTS();");
	struct hd_report_thread thread = {.tid = 0, .owner = -1, .stack = &end, .nstack = 1};
	struct hd_report a = {.kind = "exit", .tid = 0, .threads = &thread, .nthreads = 1}, b = a;

	(void)unused;
	a.message = "exit status 1: Queue.Pops failed at t.cc:40 in thread 12";
	b.message = "exit status 1: Queue.Pops failed at t.cc:7 in thread 3";
	assert_true(same(&a, &b));
	b.message = "exit status 1: Queue.Pushes failed at t.cc:7 in thread 3";
	assert_false(same(&a, &b));
	b.message = "exit status 2: Queue.Pops failed at t.cc:7 in thread 3";
	assert_false(same(&a, &b));
}

/* A run that was cut off stands anywhere in its loop. */
static void a_hang_is_known_by_what_its_threads_are_for(void **unused)
{
	struct hd_location one[] = {FRAME("test", "h.c", 4, "return flag;"),
				    FRAME("wait", "h.c", 9, "while (!test())")};
	struct hd_location two[] = {FRAME("wait", "h.c", 10, "sched_yield();")};
	struct hd_report_thread at = {.tid = 1, .owner = -1, .stack = one, .nstack = 2};
	struct hd_report_thread later = {.tid = 1, .owner = -1, .stack = two, .nstack = 1};
	struct hd_report a = {.kind = "hang", .tid = -1, .threads = &at, .nthreads = 1};
	struct hd_report b = {.kind = "hang", .tid = -1, .threads = &later, .nthreads = 1};

	(void)unused;
	assert_true(same(&a, &b));
}

static void every_kind_has_a_rule(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < HD_OUTCOME_COUNT; i++)
		if (hd_outcome_is_failure[i])
			assert_true(hd_rule_of(hd_outcome_text[i]) < hd_rules_n);
	for (unsigned i = 0; i < HD_ANALYSES; i++)
		if (hd_analysis_infos[i].when != HD_ANALYSIS_INTERNAL)
			assert_true(hd_rule_of(hd_analysis_infos[i].name) < hd_rules_n);
	assert_int_equal(hd_rule_of("no such kind"), hd_rules_n);
}

static void files_are_named_from_the_root(void **unused)
{
	(void)unused;
	assert_string_equal(hd_below_root("/home/me/p", "/home/me/p/src/a.c"), "src/a.c");
	assert_null(hd_below_root("/home/me/p", "/home/me/pp/a.c"));
	assert_null(hd_below_root("/home/me/p", "/usr/include/a.h"));
	assert_string_equal(hd_below_root("/", "/a.c"), "a.c");
	assert_string_equal(hd_below_root("/home", "a.c"), "a.c");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_failing_thread_is_known_by_its_own_frames),
	    cmocka_unit_test(a_deadlock_is_known_by_its_circle),
	    cmocka_unit_test(an_exit_is_known_by_its_message),
	    cmocka_unit_test(a_hang_is_known_by_what_its_threads_are_for),
	    cmocka_unit_test(every_kind_has_a_rule),
	    cmocka_unit_test(files_are_named_from_the_root),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
