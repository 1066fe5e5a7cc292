/* SPDX-License-Identifier: Apache-2.0
 *
 * Suppressions: what is read, what is refused, and which findings fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/cli/suppress.h"

static bool suppressed(const char *line, const char *kind)
{
	struct hd_location stack[] = {
	    {.function = "stats_add", .file = "/src/lib/stats.c", .module = "libstats.so.1"},
	    {.function = "ns::worker(int[])", .file = "/src/main.cpp", .module = "queue"}};
	struct hd_report_thread thread = {.stack = stack, .nstack = 2, .waits_for = "table[1]"};
	struct hd_report finding = {.kind = (char *)kind, .threads = &thread, .nthreads = 1};
	struct hd_suppressions s = {0};
	bool result;

	assert_true(hd_suppressions_line(&s, line));
	result = hd_suppressed(&s, &finding);
	hd_suppressions_term(&s);
	return result;
}

static void patterns_fit_anywhere(void **state)
{
	static const char *const fit[] = {
	    "race:stats_add",	  "race:stats",
	    "race:ts_a",	  "race:^stats_add$",
	    "race:^stats*d$",	  "race:worker(int[])",
	    "race:ns::*(int[])$", "race:lib/stats.c",
	    "race:^stats.c$",	  "race:/src/*.cpp$",
	    "race:libstats.so",	  "race:table[1]",
	    "race:tabl?*",	  "race:*",
	    "race_top:stats_add", "race_top:stats.c",
	    " race : worker ",	  "race:worker # name",
	    "race:^ns::",	  "called_from_lib:libstats",
	};

	(void)state;
	for (unsigned i = 0; i < sizeof fit / sizeof *fit; i++)
		if (!suppressed(fit[i], "race"))
			fail_msg("%s does not fit", fit[i]);
}

static void other_findings_do_not_fit(void **state)
{
	static const char *const unfit[] = {
	    "race:^tats",	 "race:stats_ad$",  "race:table[0]", "race_top:worker",
	    "race_top:table[1]", "deadlock:worker", "lock-order:*",  "atomic-set:*",
	    "mutex:*",		 "signal:*",	    "thread:*",	     "called_from_lib:worker",
	    "race:stats?add_",	 "race:a*b*c*d*e",
	};

	(void)state;
	for (unsigned i = 0; i < sizeof unfit / sizeof *unfit; i++)
		if (suppressed(unfit[i], "race"))
			fail_msg("%s fits", unfit[i]);
}

static void kinds_have_their_findings(void **state)
{
	(void)state;
	assert_true(suppressed("deadlock:worker", "lock-order"));
	assert_true(suppressed("lock-order:worker", "lock-order"));
	assert_true(suppressed("called_from_lib:libstats.so", "lock-order"));
	assert_true(suppressed("atomic-set:worker", "atomic-set"));
	assert_false(suppressed("race:worker", "lock-order"));
}

static void what_is_none_is_refused(void **state)
{
	static const char *const bad[] = {"races:*", "race",	  "race:",  "race:   # nothing",
					  ":x",	     "stats_add", "race:^", "race:^$"};
	struct hd_suppressions s = {0};

	(void)state;
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		if (hd_suppressions_line(&s, bad[i]))
			fail_msg("%s is read", bad[i]);
	assert_true(hd_suppressions_line(&s, "") && hd_suppressions_line(&s, "  # race:*\n"));
	assert_int_equal(s.n, 0);
	hd_suppressions_term(&s);
}

/* As many as the options of ThreadSanitizer load from a file with one suppression in it. */
static size_t loaded(const char *format, int *status)
{
	char path[] = "/tmp/heddle-suppress-XXXXXX", options[256];
	struct hd_suppressions s = {0};
	int fd = mkstemp(path);
	size_t n;

	assert_true(fd >= 0 && write(fd, "race:x\n", 7) == 7);
	snprintf(options, sizeof options, format, path);
	*status = hd_suppressions_load_tsan(&s, options);
	n = s.n;
	hd_suppressions_term(&s);
	close(fd);
	unlink(path);
	return n;
}

static void options_name_files(void **state)
{
	static const char *const name[] = {"suppressions=%s", "halt_on_error=1:suppressions=%s:verbosity=2",
					   "second_deadlock_stack=1, suppressions=\"%s\"",
					   "log_path='a:b' suppressions='%s'"};
	static const char *const none[] = {"", "halt_on_error=1", "my_suppressions=%s", "suppressions",
					   "suppressions="};
	int status;

	(void)state;
	for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
		if (loaded(name[i], &status) != 1 || status)
			fail_msg("%s loads nothing", name[i]);
	for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
		if (loaded(none[i], &status) || status)
			fail_msg("%s loads something", none[i]);
	assert_int_equal(hd_suppressions_load_tsan(&(struct hd_suppressions){0}, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(patterns_fit_anywhere),	 cmocka_unit_test(other_findings_do_not_fit),
	    cmocka_unit_test(kinds_have_their_findings), cmocka_unit_test(what_is_none_is_refused),
	    cmocka_unit_test(options_name_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
