/* SPDX-License-Identifier: Apache-2.0
 *
 * Names for addresses, against programs compiled here: a program prints where its things are, in the terms in
 * which the runtime tells it, and what they ought to be called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "symbol/symbol.h"

static const char common_source[] =
    "#include <link.h>\n"
    "#include <pthread.h>\n"
    "#include <stdio.h>\n"
    "static int base(struct dl_phdr_info *i, size_t n, void *out)\n"
    "{ (void)n; *(unsigned long *)out = i->dlpi_addr; return 1; } /* the program comes first */\n"
    "static unsigned long offset(const volatile void *p)\n"
    "{ unsigned long b = 0; dl_iterate_phdr(base, &b); return (unsigned long)p - b; }\n"
    "static void data(const volatile void *p, unsigned size, const char *name)\n"
    "{ printf(\"data %lu %u %s\\n\", offset(p), size, name); }\n"
    "#define HERE __attribute__((noinline)) static void *here(void)\\\n"
    "{ void *r = __builtin_return_address(0); __asm__ volatile(\"\" ::: \"memory\"); return r; }\n"
    "HERE\n"
    "static void call(void *p, int line, const char *f)\n"
    "{ printf(\"call %lu %d %s\\n\", offset(p), line, f); }\n"
    "#define LOCAL(object, name) frame(here(), (char *)__builtin_dwarf_cfa() - (char *)&(object), "
    "sizeof(object), name)\n"
    "__attribute__((noinline)) static void frame(void *p, long below, unsigned size, const char *name)\n"
    "{ printf(\"local %lu %ld %u %s\\n\", offset(p), below, size, name); }\n"
    "__attribute__((noinline)) static void keep(volatile void *p)\n"
    "{ __asm__ volatile(\"\" :: \"r\"(p) : \"memory\"); }\n";

static const char c_source[] =
    "struct pair { int first, second; };\n"
    "struct queue {\n"
    "	struct pair slots[4];\n"
    "	pthread_mutex_t lock;\n"
    "	union { long n; char text[8]; };\n"
    "	struct { short deep; } in;\n"
    "} queue;\n"
    "int grid[3][5];\n"
    "static long hidden = 1;\n"
    "pthread_cond_t conds[2];\n"
    "char text[100];\n"
    "__attribute__((always_inline)) static inline void *inner(int *line)\n"
    "{\n"
    "	void *p = here(); *line = __LINE__;\n"
    "	__asm__ volatile(\"\" ::: \"memory\");\n"
    "	return p;\n"
    "}\n"
    "__attribute__((noinline)) static void outer(void)\n"
    "{\n"
    "	int line; void *p;\n"
    "	p = inner(&line); int l2 = __LINE__;\n"
    "	call(p, line, \"inner\");\n"
    "	call(p, l2, \"+outer\"); /* + is the next frame of the same place */\n"
    "}\n"
    "__attribute__((noinline)) static int locals(int depth, int a, int b, int c, int d, int e, long "
    "seventh)\n"
    "{\n"
    "	struct queue q; int balance = depth; volatile long variable[depth + 3];\n"
    "	keep(&q); keep(&balance); keep(variable); keep(&seventh);\n"
    "	LOCAL(q.slots[3].second, \"locals: q.slots[3].second\");\n"
    "	LOCAL(q.lock, \"locals: q.lock\");\n"
    "	LOCAL(balance, \"locals: balance\");\n"
    "	LOCAL(variable[1], \"?\");\n"
    "	for (int i = 0; i < 2; i++) {\n"
    "		struct pair balance = {i, depth}; keep(&balance);\n"
    "		LOCAL(balance.second, \"locals: balance.second\");\n"
    "		if (depth) { int z[5]; keep(z); LOCAL(z[4], \"locals: z[4]\"); }\n"
    "	}\n"
    "	if (depth)\n"
    "		keep((void *)(long)locals(depth - 1, b, a, d, c, e, seventh + 1));\n"
    "	keep(&q); keep(&balance); keep(&seventh);\n"
    "	return a + b + c + d + e + balance;\n"
    "}\n"
    "__attribute__((always_inline)) static inline void inlined(int start)\n"
    "{ int own = start; keep(&own); LOCAL(own, \"inlined: own\"); keep(&own); }\n"
    "__attribute__((noinline)) static void aligned(int n)\n"
    "{ __attribute__((aligned(64))) struct pair wide[4]; wide[0].first = n; keep(wide);\n"
    "  LOCAL(wide[2].first, \"aligned: wide[2].first\"); keep(wide); }\n"
    "int main(void)\n"
    "{\n"
    "	static int calls;\n"
    "	struct pair before; keep(&before);\n"
    "	LOCAL(before.second, \"main: before.second\");\n"
    "	inlined(3); aligned(2); locals(2, 1, 2, 3, 4, 5, 6);\n"
    "	calls++;\n"
    "	hidden++;\n"
    "	void *p = here(); int line = __LINE__;\n"
    "	call(p, line, \"main\");\n"
    "	outer();\n"
    "	data(&queue, 0, \"queue.slots[0].first\");\n"
    "	data(&queue, sizeof queue, \"queue\");\n"
    "	data(&queue.slots[2].second, 4, \"queue.slots[2].second\");\n"
    "	data(&queue.slots[1], 8, \"queue.slots[1]\");\n"
    "	data(&queue.slots[1], 16, \"queue.slots+8\");\n"
    "	data(&queue.lock, 0, \"queue.lock\");\n"
    "	data((char *)&queue.lock + 8, 4, \"queue.lock\");\n"
    "	data(&queue.n, 8, \"queue.n\");\n"
    "	data(&queue.in.deep, 2, \"queue.in.deep\");\n"
    "	data(&grid[2][3], 4, \"grid[2][3]\");\n"
    "	data((char *)&grid[2][3] + 1, 1, \"grid[2][3]+1\");\n"
    "	data(&hidden, 8, \"hidden\");\n"
    "	data(&conds[1], 0, \"conds[1]\");\n"
    "	data(&text[10], 1, \"text[10]\");\n"
    "	data(&text[10], 20, \"text+10\");\n"
    "	data(&calls, 4, \"main::calls\");\n"
    "	data((void *)main, 0, \"(function)\");\n"
    "	return 0;\n"
    "}\n";

static const char cxx_source[] =
    "#include <mutex>\n"
    "#include <atomic>\n"
    "struct base_part { int inherited; };\n"
    "namespace bank {\n"
    "struct account : base_part {\n"
    "	std::mutex lock; std::atomic<int> balance; static int count;\n"
    "	__attribute__((noinline)) void deposit()\n"
    "	{ void *p = here(); int line = __LINE__; call(p, line, \"bank::account::deposit\"); }\n"
    "};\n"
    "int account::count;\n"
    "account first;\n"
    "}\n"
    "static void __attribute__((noinline)) run(void (*f)()) { f(); __asm__ volatile(\"\"); }\n"
    "int main()\n"
    "{\n"
    "	bank::first.deposit();\n"
    "	run([] { void *p = here(); int line = __LINE__; call(p, line, \"main::{lambda}\"); });\n"
    "	data(&bank::first.lock, 0, \"bank::first.lock\");\n"
    "	data(&bank::first.balance, 4, \"bank::first.balance\");\n"
    "	data(&bank::first.inherited, 4, \"bank::first.inherited\");\n"
    "	data(&bank::account::count, 4, \"bank::account::count\");\n"
    "}\n";

static char dir[] = "/tmp/heddle-symbol-XXXXXX";

static void write_source(const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(common_source, f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static int make_directory(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	write_source("c.c", c_source);
	write_source("cxx.cc", cxx_source);
	return 0;
}

static int remove_directory(void **state)
{
	char command[256];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

static void shell(const char *fmt, ...)
{
	char command[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	if (system(command) != 0)
		fail_msg("failed: %s", command);
}

static void check_call(struct hd_symbols *s, const char *program, uint64_t offset, int line,
		       const char *function)
{
	const struct hd_source_frame *frames;
	unsigned n = hd_symbols_call(s, program, offset, &frames);
	unsigned at = function[0] == '+';

	assert_true(n > at);
	assert_string_equal(frames[at].function, function + at);
	assert_int_equal(frames[at].line, line);
	assert_non_null(frames[at].file);
	assert_int_equal(strncmp(frames[at].file, dir, strlen(dir)), 0);
}

static void check_data(struct hd_symbols *s, const char *program, uint64_t offset, unsigned size,
		       const char *name)
{
	const char *got = hd_symbols_data(s, program, offset, size);

	if (!strcmp(name, "(function)")) {
		assert_null(got);
		assert_string_equal(hd_symbols_function(s, program, offset)->function, "main");
		assert_true(hd_symbols_function(s, program, offset)->line > 30);
		assert_null(hd_symbols_function(s, program, offset + 1));
		return;
	}
	assert_non_null(got);
	assert_string_equal(got, name);
	assert_ptr_equal(hd_symbols_data(s, program, offset, size), got); /* remembered */
}

/* The wrong name is never right; none is, where debug information tells too little: `aligned` needs a
 * register that is not known, and an array whose size is known at run time has no size here. */
static void check_local(struct hd_symbols *s, const char *program, const struct hd_frame_part *part,
			const char *name)
{
	const char *got = hd_symbols_local(s, program, part);

	if (!strcmp(name, "?")) {
		assert_null(got);
		return;
	}
	if (!got && !strncmp(name, "aligned:", 8))
		return;
	if (!got)
		fail_msg("%s has no name in %s", name, program);
	assert_string_equal(got, name);
}

/* Runs the program and asks for all that it tells about itself. */
static void check_program(const char *program)
{
	struct hd_symbols *s = hd_symbols_new();
	FILE *out = popen(program, "r");
	char line[256], name[128];
	unsigned long offset;
	struct hd_frame_part part = {0};
	int number, checks = 0;

	assert_non_null(out);
	while (fgets(line, sizeof line, out)) {
		if (sscanf(line, "call %lu %d %127s", &offset, &number, name) == 3)
			check_call(s, program, offset, number, name);
		else if (sscanf(line, "data %lu %d %127s", &offset, &number, name) == 3)
			check_data(s, program, offset, (unsigned)number, name);
		else if (sscanf(line, "local %lu %ld %lu %127[^\n]", &part.code, &part.below, &part.size,
				name) == 4)
			check_local(s, program, &part, name);
		else
			fail_msg("the program printed: %s", line);
		checks++;
	}
	assert_int_equal(pclose(out), 0);
	assert_true(checks >= 6);
	hd_symbols_free(s);
}

static void check_build(const char *compiler, const char *source, const char *flags)
{
	char program[64];

	snprintf(program, sizeof program, "%s/program", dir);
	shell("cd %s && %s -D_GNU_SOURCE -w %s -o program %s", dir, compiler, flags, source);
	check_program(program);
}

static void names_of_c_programs(void **state)
{
	static const char *const flags[] = {"-g -gdwarf-5", "-g -gdwarf-4 -O2", "-g -gdwarf-5 -O2",
					    "-g -no-pie",   "-g -gdwarf-4",	"-g -O1 -gsplit-dwarf"};

	(void)state;
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
		check_build("gcc", "c.c", flags[i]);
		check_build("clang", "c.c", flags[i]);
	}
}

static void names_of_cxx_programs(void **state)
{
	(void)state;
	check_build("g++", "cxx.cc", "-g");
	check_build("g++", "cxx.cc", "-g -gdwarf-4 -O2");
	check_build("clang++", "cxx.cc", "-g");
}

/* The debug information is in another file, found by build-id or by the link in the program. */
static void separate_debug_file(void **state)
{
	char program[64];

	(void)state;
	snprintf(program, sizeof program, "%s/program", dir);
	shell("cd %s && gcc -D_GNU_SOURCE -w -g -o program c.c && objcopy --only-keep-debug program "
	      "program.debug && "
	      "objcopy --strip-debug --add-gnu-debuglink=program.debug program",
	      dir);
	check_program(program);
}

static uint64_t symbol_offset(const char *name)
{
	char command[256];
	unsigned long value = 0;

	snprintf(command, sizeof command, "nm %s/program | awk '$3 == \"%s\" {print $1}'", dir, name);
	FILE *out = popen(command, "r");
	assert_non_null(out);
	assert_int_equal(fscanf(out, "%lx", &value), 1);
	pclose(out);
	return value;
}

static void symbols_alone(void **state)
{
	struct hd_symbols *s = hd_symbols_new();
	const struct hd_source_frame *frames;
	char program[64];

	(void)state;
	snprintf(program, sizeof program, "%s/program", dir);
	shell("cd %s && gcc -D_GNU_SOURCE -w -o program c.c", dir);
	assert_string_equal(hd_symbols_data(s, program, symbol_offset("grid"), 4), "grid");
	assert_string_equal(hd_symbols_data(s, program, symbol_offset("grid") + 8, 4), "grid+8");
	assert_int_equal(hd_symbols_call(s, program, symbol_offset("main") + 8, &frames), 1);
	assert_string_equal(frames[0].function, "main");
	assert_null(frames[0].file);
	hd_symbols_free(s);
}

static void what_is_not_there(void **state)
{
	static const char *const paths[] = {"/nonexistent/program", "/dev/zero", "/", "", "/etc/passwd"};
	struct hd_symbols *s = hd_symbols_new();
	const struct hd_source_frame *frames;

	(void)state;
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		assert_int_equal(hd_symbols_call(s, paths[i], 0x1234, &frames), 0);
		assert_null(hd_symbols_data(s, paths[i], 0x1234, 4));
		assert_null(hd_symbols_function(s, paths[i], 0x1234));
	}
	assert_int_equal(hd_symbols_call(s, "/bin/true", UINT64_MAX, &frames), 0);
	assert_int_equal(hd_symbols_call(s, "/bin/true", 0, &frames), 0);
	hd_symbols_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_of_c_programs), cmocka_unit_test(names_of_cxx_programs),
	    cmocka_unit_test(separate_debug_file), cmocka_unit_test(symbols_alone),
	    cmocka_unit_test(what_is_not_there),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
