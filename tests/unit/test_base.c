/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as people write them, and files that are complete or not there. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"

static void test_counts_have_commas(void **state)
{
	char text[HD_COUNT_TEXT];

	(void)state;
	assert_string_equal(hd_count_text(0, text), "0");
	assert_string_equal(hd_count_text(999, text), "999");
	assert_string_equal(hd_count_text(1000, text), "1,000");
	assert_string_equal(hd_count_text(1234567, text), "1,234,567");
	assert_string_equal(hd_count_text(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

static void test_parses_counts_strictly(void **state)
{
	static const char *const bad[] = {"",	" 1", "1 ", "-1", "+1", "0x10", "1e3", "18446744073709551616",
					  "101"};
	uint64_t n;

	(void)state;
	assert_true(hd_parse_count("100", 100, &n));
	assert_int_equal(n, 100);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(hd_parse_count(bad[i], 100, &n));
}

static void test_parses_seconds_strictly(void **state)
{
	static const char *const bad[] = {"",	 "0",	"0.0",	 "-1", "1s",	      "nan",
					  "inf", "1e3", "1.2.3", ".",  "999999999999"};
	double seconds;

	(void)state;
	assert_true(hd_parse_seconds("0.5", &seconds));
	assert_true(seconds == 0.5);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(hd_parse_seconds(bad[i], &seconds));
}

static char folder[] = "/tmp/heddle-test-XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static void test_a_file_appears_only_when_complete(void **state)
{
	char *path = hd_sprintf("%s/file", folder);
	struct hd_outfile o;

	(void)state;
	assert_int_equal(hd_outfile_open(&o, path), 0);
	fputs("hello\n", o.f);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(hd_outfile_commit(&o), 0);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(hd_outfile_open(&o, path), 0);
	fputs("half", o.f);
	hd_outfile_abandon(&o);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(unlink(path), 0); /* and nothing else is left: the folder can be removed */
	free(path);
}

static void test_a_full_disk_is_noticed(void **state)
{
	struct hd_outfile o;

	(void)state;
	assert_int_equal(hd_outfile_open(&o, "/dev/full"), 0);
	fputs("hello\n", o.f);
	assert_int_equal(hd_outfile_commit(&o), -1);
	assert_int_equal(errno, ENOSPC);
}

static void test_makes_all_folders_of_a_path(void **state)
{
	char *outer = hd_sprintf("%s/a", folder), *inner = hd_sprintf("%s/a/b/", folder);

	(void)state;
	assert_int_equal(hd_make_directories(inner), 0);
	assert_int_equal(hd_make_directories(inner), 0);
	assert_int_equal(rmdir(inner), 0);
	assert_int_equal(rmdir(outer), 0);
	free(outer);
	free(inner);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_counts_have_commas),
	    cmocka_unit_test(test_parses_counts_strictly),
	    cmocka_unit_test(test_parses_seconds_strictly),
	    cmocka_unit_test(test_a_file_appears_only_when_complete),
	    cmocka_unit_test(test_a_full_disk_is_noticed),
	    cmocka_unit_test(test_makes_all_folders_of_a_path),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
