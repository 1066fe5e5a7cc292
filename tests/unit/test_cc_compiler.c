/* SPDX-License-Identifier: Apache-2.0
 * Telling compilers apart, and which one is taken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/cc/cc_compiler.h"

static char folder[] = "/tmp/heddle-test-XXXXXX";

static void add_program(const char *name, const char *version)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\necho '%s'\n", version);
	fclose(file);
	assert_int_equal(chmod(path, 0755), 0);
}

static void remove_program(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	unlink(path);
}

/* A PATH of our own with programs that only know their version. */
static int set_up(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	setenv("PATH", folder, 1);
	unsetenv("HEDDLE_CC");
	unsetenv("HEDDLE_CXX");
	add_program("clang", "clang version 14");
	add_program("clang++", "clang version 14");
	add_program("ccache", "ccache 4");
	add_program("tcc", "tcc 1");
	add_program("cc", "Target: x86_64-linux-gnu, gcc version 12");
	add_program("mycc", "Vendor clang version 3");
	add_program("aarch64-linux-gnu-gcc", "gcc");
	add_program("x86_64-linux-gnu-gcc-12", "gcc");
	return 0;
}

static int tear_down(void **state)
{
	static const char *const names[] = {"clang",
					    "clang++",
					    "ccache",
					    "tcc",
					    "cc",
					    "mycc",
					    "aarch64-linux-gnu-gcc",
					    "x86_64-linux-gnu-gcc-12",
					    "gcc",
					    "g++"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		remove_program(names[i]);
	return rmdir(folder);
}

static void names_tell_the_family(void **state)
{
	(void)state;
	assert_int_equal(hd_cc_family_by_name("gcc"), HD_CC_GCC);
	assert_int_equal(hd_cc_family_by_name("/usr/bin/x86_64-linux-gnu-g++-12"), HD_CC_GCC);
	assert_int_equal(hd_cc_family_by_name("clang++-14"), HD_CC_CLANG);
	assert_int_equal(hd_cc_family_by_name("clang-19.1"), HD_CC_CLANG);
	assert_int_equal(hd_cc_family_by_name("cc"), HD_CC_UNKNOWN);
	assert_int_equal(hd_cc_family_by_name("gcc-ar"), HD_CC_UNKNOWN);
	assert_int_equal(hd_cc_family_by_name("/opt/gcc/bin/cc"), HD_CC_UNKNOWN);
	assert_int_equal(hd_cc_target_length("aarch64-linux-gnu-gcc"), strlen("aarch64-linux-gnu"));
	assert_int_equal(hd_cc_target_length("gcc-12"), 0);
}

/* Finds a compiler and gives its command as text, or the reason why not. */
static const char *found(const char *named, bool cxx, enum hd_cc_family *family)
{
	static char text[1024];
	char reason[512], *end = text;
	struct hd_cc_compiler compiler;

	if (hd_cc_find(&compiler, named, cxx, reason, sizeof reason)) {
		for (size_t i = 0; i < compiler.command.count; i++) {
			const char *word = compiler.command.at[i];
			const char *slash = strrchr(word, '/');
			end += sprintf(end, "%s%s", i ? " " : "", slash ? slash + 1 : word);
		}
	} else {
		snprintf(text, sizeof text, "%s", reason);
	}
	*family = compiler.family;
	hd_words_free(&compiler.command);
	return text;
}

static void gcc_is_preferred_and_clang_the_fallback(void **state)
{
	enum hd_cc_family family;

	(void)state;
	assert_string_equal(found(NULL, false, &family), "clang");
	assert_string_equal(found(NULL, true, &family), "clang++");
	add_program("gcc", "gcc");
	add_program("g++", "gcc");
	assert_string_equal(found(NULL, false, &family), "gcc");
	assert_int_equal(family, HD_CC_GCC);
	assert_string_equal(found(NULL, true, &family), "g++");
}

static void named_compiler_wins_over_the_variable(void **state)
{
	enum hd_cc_family family;

	(void)state;
	setenv("HEDDLE_CC", "ccache clang", 1);
	assert_string_equal(found(NULL, false, &family), "ccache clang");
	assert_int_equal(family, HD_CC_CLANG);
	assert_string_equal(found("x86_64-linux-gnu-gcc-12", false, &family), "x86_64-linux-gnu-gcc-12");
	assert_string_equal(found("clang", true, &family), "clang++");
	setenv("HEDDLE_CC", "", 1);
	assert_string_equal(found(NULL, false, &family), "gcc");
	unsetenv("HEDDLE_CC");
}

static void unknown_name_is_asked_for_its_version(void **state)
{
	enum hd_cc_family family;

	(void)state;
	assert_string_equal(found("cc", false, &family), "cc");
	assert_int_equal(family, HD_CC_GCC);
	assert_string_equal(found("mycc", false, &family), "mycc");
	assert_int_equal(family, HD_CC_CLANG);
}

static void what_cannot_be_used_is_named(void **state)
{
	enum hd_cc_family family;

	(void)state;
	assert_non_null(strstr(found("tcc", false, &family), "neither gcc nor clang"));
	assert_non_null(strstr(found("nosuchcc", false, &family), "not installed"));
	assert_non_null(strstr(found("", false, &family), "--compiler needs"));
	assert_non_null(strstr(found("aarch64-linux-gnu-gcc", false, &family), "aarch64-linux-gnu"));
	assert_non_null(strstr(found("/proc/self/exe", false, &family), "Heddle's own"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_tell_the_family),
	    cmocka_unit_test(gcc_is_preferred_and_clang_the_fallback),
	    cmocka_unit_test(named_compiler_wins_over_the_variable),
	    cmocka_unit_test(unknown_name_is_asked_for_its_version),
	    cmocka_unit_test(what_cannot_be_used_is_named),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
