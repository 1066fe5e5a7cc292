/* SPDX-License-Identifier: Apache-2.0
 * Lists of words, the quoting of response files, and their expansion.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/cc/cc_response.h"
#include "heddle/cc/cc_words.h"

static void assert_words(const struct hd_words *words, const char *const *expected, size_t count)
{
	assert_int_equal(words->count, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(words->at[i], expected[i]);
	if (words->at)
		assert_null(words->at[count]);
}

#define ASSERT_WORDS(words, ...)                                                                             \
	do {                                                                                                 \
		const char *const expected[] = {__VA_ARGS__};                                                \
		assert_words(words, expected, sizeof expected / sizeof expected[0]);                         \
	} while (0)

static void list_grows_and_stays_closed(void **state)
{
	struct hd_words words = {0}, copy = {0};

	(void)state;
	for (int i = 0; i < 100; i++)
		hd_words_addf(&words, "word-%d", i);
	hd_words_add_all(&copy, &words);
	assert_int_equal(copy.count, 100);
	assert_string_equal(copy.at[99], "word-99");
	assert_null(copy.at[100]);
	hd_words_free(&words);
	hd_words_free(&copy);
	assert_int_equal(words.count, 0);
}

static void quoting_is_that_of_response_files(void **state)
{
	struct hd_words words = {0};

	(void)state;
	hd_words_split(&words, " plain\t'a b' \"c 'd\"\nx\\ y -DQ=\\\"q\\\" '' end'ed'\\");
	ASSERT_WORDS(&words, "plain", "a b", "c 'd", "x y", "-DQ=\"q\"", "", "ended\\");
	hd_words_free(&words);
	hd_words_split(&words, " \n ");
	assert_int_equal(words.count, 0);
	hd_words_split(&words, "'never closed");
	ASSERT_WORDS(&words, "never closed");
	hd_words_free(&words);
}

/* Writes text to a new file; path is a template for mkstemp. */
static void write_file(char *path, const char *text)
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_true(dprintf(fd, "%s", text) >= 0);
	close(fd);
}

static void response_files_are_expanded(void **state)
{
	char inner[] = "/tmp/heddle-test-XXXXXX", outer[] = "/tmp/heddle-test-XXXXXX",
	     empty[] = "/tmp/heddle-test-XXXXXX";
	struct hd_words args = {0}, out = {0};
	char text[128];

	(void)state;
	write_file(inner, "-DX='a b'\n");
	snprintf(text, sizeof text, "-c @%s a.c", inner);
	write_file(outer, text);
	write_file(empty, "");
	hd_words_add(&args, "-v");
	hd_words_addf(&args, "@%s", outer);
	hd_words_addf(&args, "@%s", empty);
	hd_words_add(&args, "@/nonexistent");
	hd_cc_expand(&out, &args);
	ASSERT_WORDS(&out, "-v", "-c", "-DX=a b", "a.c", "@/nonexistent");
	hd_words_free(&args);
	hd_words_free(&out);
	unlink(inner);
	unlink(outer);
	unlink(empty);
}

static void file_that_names_itself_comes_to_an_end(void **state)
{
	char path[] = "/tmp/heddle-test-XXXXXX";
	struct hd_words args = {0}, out = {0};

	(void)state;
	write_file(path, "");
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "-c @%s", path);
	fclose(file);
	hd_words_addf(&args, "@%s", path);
	hd_cc_expand(&out, &args);
	assert_true(out.count > 1 && out.count < 100);
	hd_words_free(&args);
	hd_words_free(&out);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(list_grows_and_stays_closed),
	    cmocka_unit_test(quoting_is_that_of_response_files),
	    cmocka_unit_test(response_files_are_expanded),
	    cmocka_unit_test(file_that_names_itself_comes_to_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
