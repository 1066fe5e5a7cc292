/* SPDX-License-Identifier: Apache-2.0
 *
 * Captured output: all of it while it is short, the first and the last part of what is long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/workers/capture.h"

/* Byte number `at` of the output. */
static char byte_at(size_t at)
{
	return (char)('a' + (at / 1000 + at) % 26);
}

/* Add `total` bytes in pieces of `piece`, and give back what is printed. */
static char *captured(size_t total, size_t piece, size_t *size)
{
	char *data = malloc(piece), *text;
	struct hd_capture c;
	FILE *f;

	assert_int_equal(hd_capture_init(&c), 0);
	for (size_t at = 0; at < total;) {
		size_t n = total - at < piece ? total - at : piece;

		for (size_t i = 0; i < n; i++)
			data[i] = byte_at(at + i);
		hd_capture_add(&c, data, n);
		at += n;
	}
	f = open_memstream(&text, size);
	hd_capture_print(&c, f);
	fclose(f);
	hd_capture_term(&c);
	free(data);
	return text;
}

static void check_whole(size_t total, size_t piece)
{
	size_t size;
	char *text = captured(total, piece, &size);

	assert_int_equal(size, total);
	for (size_t i = 0; i < total; i++)
		assert_true(text[i] == byte_at(i));
	free(text);
}

static void test_short_output_is_whole(void **state)
{
	(void)state;
	check_whole(0, 10);
	check_whole(1000, 7);
	check_whole(HD_CAPTURE_HEAD, 4096);
	check_whole(HD_CAPTURE_HEAD + 1, 4096);
	check_whole(HD_CAPTURE_HEAD + HD_CAPTURE_TAIL, 100000);
}

static void check_cut(size_t total, size_t piece)
{
	size_t size, cut = total - HD_CAPTURE_HEAD - HD_CAPTURE_TAIL;
	char *text = captured(total, piece, &size), note[64];

	snprintf(note, sizeof(note), "\n[heddle: %zu bytes left out here]\n", cut);
	assert_int_equal(size, HD_CAPTURE_HEAD + strlen(note) + HD_CAPTURE_TAIL);
	assert_memory_equal(text + HD_CAPTURE_HEAD, note, strlen(note));
	for (size_t i = 0; i < HD_CAPTURE_HEAD; i++)
		assert_true(text[i] == byte_at(i));
	for (size_t i = 0; i < HD_CAPTURE_TAIL; i++)
		assert_true(text[size - HD_CAPTURE_TAIL + i] == byte_at(total - HD_CAPTURE_TAIL + i));
	free(text);
}

static void test_long_output_is_cut_in_the_middle(void **state)
{
	(void)state;
	check_cut(HD_CAPTURE_HEAD + HD_CAPTURE_TAIL + 1, 999);
	check_cut(5000000, 65536);
	check_cut(5000000, 3000000);
	check_cut(5000001, 13);
}

static void test_drains_its_pipe(void **state)
{
	struct hd_capture c;

	(void)state;
	assert_int_equal(hd_capture_init(&c), 0);
	hd_capture_drain(&c); /* nothing there: does not wait */
	assert_int_equal(write(c.write_fd, "hello", 5), 5);
	hd_capture_drain(&c);
	assert_int_equal(c.total, 5);
	assert_memory_equal(c.head, "hello", 5);
	hd_capture_term(&c);
}

static void expect_last(const char *output, size_t max, const char *expected)
{
	struct hd_capture c;
	char *last;

	assert_int_equal(hd_capture_init(&c), 0);
	hd_capture_add(&c, output, strlen(output));
	last = hd_capture_last(&c, max);
	assert_string_equal(last, expected);
	free(last);
	hd_capture_term(&c);
}

static void test_last_words(void **state)
{
	(void)state;
	expect_last("", 10, "");
	expect_last("\n\n", 10, "");
	expect_last("one\ntwo\n\n", 100, "one | two");
	expect_last("one\ntwo\nthree\n", 9, "two | three");
	expect_last("one\ntwo\nthree\n", 8, "three"); /* whole lines */
	expect_last("a line without an end", 6, "an end");
	expect_last("tab\tand\001bell", 100, "tab and bell");
}

static void test_last_words_of_much(void **state)
{
	size_t total = HD_CAPTURE_HEAD + 3 * HD_CAPTURE_TAIL / 2, piece = 5000;
	struct hd_capture c;
	char *data = malloc(piece), *last;

	(void)state;
	assert_int_equal(hd_capture_init(&c), 0);
	for (size_t at = 0; at < total; at += piece) {
		for (size_t i = 0; i < piece; i++)
			data[i] = byte_at(at + i);
		hd_capture_add(&c, data, piece);
	}
	last = hd_capture_last(&c, 300);
	assert_int_equal(strlen(last), 300);
	for (size_t i = 0; i < 300; i++)
		assert_true(last[i] == byte_at(c.total - 300 + i));
	free(last);
	free(data);
	hd_capture_term(&c);
}

/* `want`: the lines, each with a line end. */
static void expect_lines(const char *text, unsigned most, size_t width, const char *want)
{
	char got[256] = "", **lines;
	struct hd_capture c;

	assert_int_equal(hd_capture_init(&c), 0);
	hd_capture_add(&c, text, strlen(text));
	unsigned n = hd_capture_last_lines(&c, most, width, &lines);
	for (unsigned i = 0; i < n; i++) {
		strcat(strcat(got, lines[i]), "\n");
		free(lines[i]);
	}
	free(lines);
	assert_string_equal(got, want);
	hd_capture_term(&c);
}

static void test_last_lines(void **state)
{
	(void)state;
	expect_lines("", 3, 10, "");
	expect_lines("\n\n", 3, 10, "");
	expect_lines("one\n\ntwo\n\n", 3, 10, "one\ntwo\n");
	expect_lines("one\ntwo\nthree", 2, 10, "two\nthree\n");
	expect_lines("a long line\r\nshort\r\n", 2, 6, "a long...\nshort\n");
	expect_lines("a\tb\033[1m\177", 1, 20, "a\\tb\\x1b[1m\\x7f\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_short_output_is_whole),
	    cmocka_unit_test(test_last_words),
	    cmocka_unit_test(test_last_lines),
	    cmocka_unit_test(test_last_words_of_much),
	    cmocka_unit_test(test_long_output_is_cut_in_the_middle),
	    cmocka_unit_test(test_drains_its_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
