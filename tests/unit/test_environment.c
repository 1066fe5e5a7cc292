/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of a program: of one size, with what it needs; and which variables have changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/workers/environment.h"

static const char *find(char *const *env, const char *name)
{
	size_t n = strlen(name);

	for (; *env; env++)
		if (!strncmp(*env, name, n) && (*env)[n] == '=')
			return *env + n + 1;
	return NULL;
}

/* As the kernel puts it above the stack. */
static size_t size_of(char *const *env)
{
	size_t size = 0;

	for (; *env; env++)
		size += strlen(*env) + 1 + sizeof(*env);
	return size;
}

static void test_size_does_not_depend_on_variables(void **state)
{
	struct hd_target t = {.runtime = (char[]){"/lib/libheddle-rt.so"}};
	size_t first = 0;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		char value[512], **env;

		memset(value, 'v', i);
		value[i] = '\0';
		setenv("LONGER", value, 1);
		env = hd_environment_program(&t, 1000, 1001, i % 64);
		first = first ? first : size_of(env);
		assert_int_equal(size_of(env), first);
		assert_string_equal(find(env, "LD_PRELOAD"), "/lib/libheddle-rt.so");
		assert_string_equal(find(env, "LONGER"), value);
		assert_null(find(env, "HEDDLE_WORKER"));
		hd_environment_free(env);
	}
	unsetenv("LONGER");
}

static void test_commands_know_their_worker(void **state)
{
	struct hd_target t = {.runtime = (char[]){"/lib/libheddle-rt.so"},
			      .around = {.client = (char[]){"true"}, .worker = 2}};
	char **env = hd_environment_command(&t, 1);

	(void)state;
	assert_string_equal(find(env, "HEDDLE_WORKER"), "3");
	assert_null(find(env, HD_WIRE_ENV));
	hd_environment_free(env);
	env = hd_environment_program(&t, 7, 8, 1);
	assert_string_equal(find(env, "HEDDLE_WORKER"), "3");
	assert_string_equal(find(env, HD_WIRE_ENV), "0007:0008:01");
	hd_environment_free(env);
}

/* What has changed since `kept` was written. */
static void expect_changes(const char *kept, const char *expected)
{
	FILE *f = fmemopen((char *)kept, strlen(kept), "r");
	char *changes = hd_environment_changes(f);

	fclose(f);
	if (expected)
		assert_string_equal(changes, expected);
	else
		assert_null(changes);
	free(changes);
}

static void test_changes(void **state)
{
	static char *none[] = {NULL};
	char *kept;
	size_t size;
	FILE *f = open_memstream(&kept, &size);

	(void)state;
	setenv("KEPT", "secret", 1);
	hd_environment_write(f);
	fclose(f);
	assert_null(strstr(kept, "secret"));
	expect_changes(kept, NULL);
	setenv("SHLVL", "17", 1); /* says nothing */
	expect_changes(kept, NULL);
	setenv("KEPT", "other", 1);
	expect_changes(kept, "KEPT");
	unsetenv("KEPT");
	expect_changes(kept, "KEPT");
	setenv("KEPT", "secret", 1);
	setenv("NEW", "", 1);
	expect_changes(kept, "NEW");
	unsetenv("NEW");
	free(kept);
	environ = none;
	expect_changes("A 1\nB 2\nC 3\nD 4\nE 5\nF 6\nG 7\n", "A, B, C, D, E and 2 others");
	expect_changes("garbled", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_size_does_not_depend_on_variables),
	    cmocka_unit_test(test_commands_know_their_worker),
	    cmocka_unit_test(test_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
