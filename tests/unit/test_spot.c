/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of calls that survive a rebuild. A program is built twice, the second time with code added above, in
 * between and below; every call of the functions that did not change has the same name in both, and is found
 * by it. */
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
#include "symbol/spot.h"

static char dir[] = "/tmp/heddle-spot-XXXXXX";
static const char *compiler;

/* see(n) is called where the name is wanted: it prints n and where it returns to. */
static const char head[] = "#include <stdio.h>\n"
			   "extern char __executable_start[];\n"
			   "__attribute__((noinline)) void see(int n)\n"
			   "{ printf(\"%d %lu\\n\", n, (unsigned long)((char *)__builtin_return_address(0) - "
			   "__executable_start)); }\n";

static const char functions[] =
    "static inline __attribute__((always_inline)) void inner(int n) { see(n); __asm__ volatile(\"\"); }\n"
    "__attribute__((noinline)) void first(void)\n"
    "{\n"
    "	see(1); see(2); __asm__ volatile(\"\");\n"
    "	for (int i = 3; i < 5; i++) { see(i == 3 ? 3 : 3); __asm__ volatile(\"\"); }\n"
    "	inner(4);\n"
    "	inner(5);\n"
    "}\n"
    "#define BOTH(n) do { see(n); see((n) + 1); __asm__ volatile(\"\"); } while (0)\n";

static const char second[] = "__attribute__((noinline)) static void second(void)\n"
			     "{\n"
			     "	BOTH(6);\n"
			     "	BOTH(8);\n"
			     "}\n"
			     "int main(void) { first(); second(); return 0; }\n";

#define CALLS 10

struct calls {
	char *program;
	uint64_t back[CALLS]; /* by number */
};

static void build(struct calls *c, const char *name, const char *above, const char *between,
		  const char *below)
{
	char *source = hd_sprintf("%s/spot.c", dir), *command;
	FILE *f = fopen(source, "w");
	unsigned long back;
	int n;

	memset(c, 0, sizeof *c);
	c->program = hd_sprintf("%s/%s", dir, name);
	assert_non_null(f);
	fprintf(f, "%s%s%s%s%s%s", head, above, functions, between, second, below);
	fclose(f);
	command = hd_sprintf("%s -g -O1 -o %s %s", compiler, c->program, source);
	assert_int_equal(system(command), 0);
	f = popen(c->program, "r");
	assert_non_null(f);
	while (fscanf(f, "%d %lu", &n, &back) == 2)
		if (n > 0 && n < CALLS)
			c->back[n] = back;
	pclose(f);
	free(command);
	free(source);
	for (n = 1; n < CALLS; n++)
		assert_int_not_equal(c->back[n], 0);
}

static void check_rebuild(void)
{
	struct hd_symbols *symbols = hd_symbols_new();
	struct calls before, after;
	struct hd_spot a, b;

	build(&before, "before", "", "", "");
	build(&after, "after", "/* new\n\n\n */\nint other(int x) { see(x); return x * 3; }\n\n",
	      "\n\nint more(void) { see(0); return 1; }\n", "int last(void) { return 2; }\n");
	for (int n = 1; n < CALLS; n++) {
		assert_true(hd_symbols_spot(symbols, before.program, before.back[n], &a));
		assert_true(hd_symbols_spot(symbols, after.program, after.back[n], &b));
		assert_string_equal(a.within, b.within);
		assert_string_equal(a.within, n < 6 ? "first" : "second");
		assert_string_equal(a.function, n == 4 || n == 5 ? "inner" : a.within);
		assert_int_equal(a.below, b.below);
		assert_int_equal(a.column, b.column);
		assert_int_equal(a.ordinal, b.ordinal);
		assert_true(a.ordinal >= 0);
		assert_true(b.line > a.line);
		assert_int_equal(hd_symbols_find_spot(symbols, after.program, &a), after.back[n]);
		assert_int_equal(hd_symbols_find_spot(symbols, before.program, &b), before.back[n]);
	}
	hd_symbols_free(symbols);
	free(before.program);
	free(after.program);
}

static void test_gcc(void **state)
{
	(void)state;
	compiler = "gcc";
	check_rebuild();
}

static void test_clang(void **state)
{
	(void)state;
	compiler = "clang";
	check_rebuild();
}

static void test_stranger(void **state)
{
	struct hd_symbols *symbols = hd_symbols_new();
	struct hd_spot spot, nowhere = {.within = "nobody", .function = "nobody"};

	(void)state;
	assert_false(hd_symbols_spot(symbols, "/etc/passwd", 17, &spot));
	assert_false(hd_symbols_spot(symbols, "/nowhere", 17, &spot));
	assert_int_equal(hd_symbols_find_spot(symbols, "/nowhere", &nowhere), 0);
	assert_int_equal(hd_symbols_find_spot(symbols, "/proc/self/exe", &nowhere), 0);
	hd_symbols_free(symbols);
}

static int make_dir(void **state)
{
	(void)state;
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char *command = hd_sprintf("rm -rf %s", dir);
	int result = system(command);

	(void)state;
	free(command);
	return result;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_gcc),
	    cmocka_unit_test(test_clang),
	    cmocka_unit_test(test_stranger),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
