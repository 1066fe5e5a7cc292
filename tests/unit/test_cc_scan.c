/* SPDX-License-Identifier: Apache-2.0
 * The reading of compiler command lines: inputs, stages, refusals, sanitizer lists.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "heddle/cc/cc_option.h"
#include "heddle/cc/cc_scan.h"

/* Scans a command line written as text. The words must outlive the scan, which points into them. */
static struct hd_words words;

static struct hd_cc_scan scan_of(const char *text)
{
	struct hd_cc_scan scan;

	hd_words_free(&words);
	hd_words_split(&words, text);
	hd_cc_scan(&scan, &words);
	return scan;
}

static bool links(const char *text)
{
	struct hd_cc_scan scan = scan_of(text);

	return hd_cc_links(&scan);
}

static const char *refusal(const char *text)
{
	static char reason[1024];
	struct hd_cc_scan scan = scan_of(text);

	return hd_cc_refused(&scan, reason, sizeof reason) ? reason : NULL;
}

static int drop_words(void **state)
{
	(void)state;
	hd_words_free(&words);
	return 0;
}

static void inputs_are_told_from_option_values(void **state)
{
	(void)state;
	assert_false(scan_of("-o a.c -I b.c -include c.h -MF d.c -Xlinker e.o").inputs);
	assert_false(scan_of("-v --version -dumpmachine -print-search-dirs").inputs);
	assert_true(scan_of("-o out a.c").sources);
	assert_true(scan_of("-x c -").sources);
	assert_true(scan_of("-E -").sources);
	assert_true(scan_of("-- -odd.c").sources);
	assert_false(scan_of("a.o b.a libc.so.6 noext ./dir.c/file").sources);
	assert_true(scan_of("a.o").linkable);
	assert_true(scan_of("-shared -lfoo").linkable);
	assert_true(scan_of("-l foo").linkable);
}

static void language_option_decides_until_none(void **state)
{
	(void)state;
	assert_true(scan_of("-x c a.o").sources);
	assert_true(scan_of("-xc++ a.o").sources);
	assert_true(scan_of("--language=c a.o").sources);
	assert_false(scan_of("-x c -x none a.o").sources);
	assert_false(scan_of("-x assembler-with-cpp a.c").sources);
	assert_false(scan_of("-x assembler a.c").sources);
	assert_false(scan_of("-x f95 a.c").sources);
	assert_false(scan_of("-x c++-header a.c").linkable);
	assert_int_equal(hd_cc_input_by_language("go"), HD_CC_OTHER);
	assert_int_equal(hd_cc_input_by_language("d"), HD_CC_OTHER);
	assert_int_equal(hd_cc_input_by_language("objective-c"), HD_CC_SOURCE);
	assert_int_equal(hd_cc_input_by_language("cpp-output"), HD_CC_SOURCE);
}

static void names_tell_the_kind_of_input(void **state)
{
	(void)state;
	assert_int_equal(hd_cc_input_by_name("a.C"), HD_CC_SOURCE);
	assert_int_equal(hd_cc_input_by_name("dir.d/a.c++"), HD_CC_SOURCE);
	assert_int_equal(hd_cc_input_by_name("a.hpp"), HD_CC_HEADER);
	assert_int_equal(hd_cc_input_by_name("a.s"), HD_CC_OTHER);
	assert_int_equal(hd_cc_input_by_name("a.S"), HD_CC_OTHER);
	assert_int_equal(hd_cc_input_by_name("a.f90"), HD_CC_OTHER);
	assert_int_equal(hd_cc_input_by_name("a.c/b"), HD_CC_OBJECT);
	assert_int_equal(hd_cc_input_by_name("liba.so.1"), HD_CC_OBJECT);
}

static void link_is_recognised(void **state)
{
	static const char *const not_linking[] = {
	    "-c a.c", "-S a.c",	    "-E a.c",	  "-M a.c",	     "-MM a.c",	      "-fsyntax-only a.c",
	    "a.h",    "-r a.o b.o", "-Wl,-r a.o", "-Xlinker -r a.o", "--compile a.c", "-v",
	    "",
	};

	(void)state;
	assert_true(links("a.c"));
	assert_true(links("-MD -MF x.d a.c b.o -o prog"));
	assert_true(links("-shared a.o"));
	assert_true(links("-### a.c"));
	assert_true(links("-o -c a.o"));
	for (size_t i = 0; i < sizeof not_linking / sizeof not_linking[0]; i++)
		assert_false(links(not_linking[i]));
}

static bool freestanding(const char *text)
{
	struct hd_cc_scan scan = scan_of(text);

	return hd_cc_freestanding(&scan);
}

static void only_links_without_any_libc_are_freestanding(void **state)
{
	(void)state;
	assert_true(freestanding("-nostdlib -ffreestanding a.c"));
	assert_true(freestanding("-nodefaultlibs a.o"));
	assert_false(freestanding("-nostdlib -c a.c"));
	assert_false(freestanding("-nostdlib crt1.o a.o -lc"));
	assert_false(freestanding("-nostdlib crt1.o a.o -l c"));
	/* libtool links C++ shared libraries like this */
	assert_false(freestanding("-shared -nostdlib crti.o a.o -lstdc++ -lm"));
}

static void impossible_commands_are_refused_with_the_option(void **state)
{
	static const char *const refused[][2] = {
	    {"-static a.c", "-static"},
	    {"-static-pie a.o", "-static-pie"},
	    {"-fsanitize=address -c a.c", "-fsanitize=address"},
	    {"-fsanitize=undefined,leak a.c", "-fsanitize=undefined,leak"},
	    {"-fsanitize=memory -E a.c", "-fsanitize=memory"},
	    {"-m32 -c a.c", "-m32"},
	    {"--target=aarch64-linux-gnu -c a.c", "aarch64-linux-gnu"},
	    {"-target i386-linux-gnu -c a.c", "i386-linux-gnu"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		const char *reason = refusal(refused[i][0]);
		assert_non_null(reason);
		assert_memory_equal(reason, refused[i][1], strlen(refused[i][1]));
		assert_null(strchr(reason, '\n'));
	}
}

static void possible_commands_are_not_refused(void **state)
{
	static const char *const fine[] = {
	    "-static -c a.c",
	    "-static -nostdlib -ffreestanding kernel.c",
	    "-static-libgcc -static-libstdc++ a.cc",
	    "-fsanitize=undefined a.c",
	    "-fsanitize=thread a.c",
	    "-fsanitize=signed-integer-overflow,bounds a.c",
	    "-fno-sanitize=address a.c",
	    "-static --print-multi-lib -m32",
	    "-m32 -m64 a.c",
	    "--target=x86_64-pc-linux-gnu a.c",
	    "-o -static a.c",
	    "-Wl,-Bstatic -lfoo -Wl,-Bdynamic a.c",
	};

	(void)state;
	for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
		assert_null(refusal(fine[i]));
}

static void last_word_on_instrumentation_counts(void **state)
{
	(void)state;
	assert_false(scan_of("a.c").sanitizers.uninstrumented);
	assert_true(scan_of("-fno-sanitize=thread a.c").sanitizers.uninstrumented);
	assert_true(scan_of("-fno-sanitize=undefined,thread a.c").sanitizers.uninstrumented);
	assert_true(scan_of("-fno-sanitize=all a.c").sanitizers.uninstrumented);
	assert_false(scan_of("-fno-sanitize=all -fsanitize=thread a.c").sanitizers.uninstrumented);
	assert_false(scan_of("-fno-sanitize=undefined a.c").sanitizers.uninstrumented);
}

static void assert_cleaned(const char *before, const char *after, size_t changes)
{
	struct hd_words in = {0}, out = {0}, expected = {0};

	hd_words_split(&in, before);
	hd_words_split(&expected, after);
	assert_int_equal(hd_cc_without_tsan(&out, &in), changes);
	assert_int_equal(out.count, expected.count);
	for (size_t i = 0; i < out.count; i++)
		assert_string_equal(out.at[i], expected.at[i]);
	hd_words_free(&in);
	hd_words_free(&out);
	hd_words_free(&expected);
}

static void tsan_is_taken_out(void **state)
{
	(void)state;
	assert_cleaned("-O2 a.c", "-O2 a.c", 0);
	assert_cleaned("-fsanitize=thread a.c -ltsan", "a.c", 2);
	assert_cleaned("-fsanitize=undefined,thread,bounds a.c", "-fsanitize=undefined -fsanitize=bounds a.c",
		       1);
	assert_cleaned("-fsanitize=undefined,bounds a.c", "-fsanitize=undefined,bounds a.c", 0);
	assert_cleaned("-fno-sanitize=all,all a.c", "-fno-sanitize=undefined -fno-sanitize=undefined a.c", 1);
	assert_cleaned("-fno-sanitize=thread a.c", "a.c", 1);
	assert_cleaned("-D -fsanitize=thread -- -ltsan", "-D -fsanitize=thread -- -ltsan", 0);
	assert_cleaned("a.c -o", "a.c -o", 0);
}

static void end_of_options_is_found(void **state)
{
	(void)state;
	assert_int_equal(scan_of("-c -- a.c").end_of_options, 1);
	assert_int_equal(scan_of("-c a.c").end_of_options, 2);
	assert_int_equal(scan_of("-o -- a.c").end_of_options, 3);
	assert_false(scan_of("-- -shared").shared);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(inputs_are_told_from_option_values),
	    cmocka_unit_test(language_option_decides_until_none),
	    cmocka_unit_test(names_tell_the_kind_of_input),
	    cmocka_unit_test(link_is_recognised),
	    cmocka_unit_test(only_links_without_any_libc_are_freestanding),
	    cmocka_unit_test(impossible_commands_are_refused_with_the_option),
	    cmocka_unit_test(possible_commands_are_not_refused),
	    cmocka_unit_test(last_word_on_instrumentation_counts),
	    cmocka_unit_test(tsan_is_taken_out),
	    cmocka_unit_test(end_of_options_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, drop_words);
}
