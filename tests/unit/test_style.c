/* SPDX-License-Identifier: Apache-2.0
 *
 * Long sentences of a report fit the width: they are folded between words, and never lose one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/render/style.h"
#include "report/utf8.h"

static void folds_to(const char *text, unsigned width, const char *expected)
{
	struct hd_style style = {.width = width};
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	hd_put_folded(f, &style, "why: ", text, 5);
	fclose(f);
	assert_string_equal(out, expected);
	free(out);
}

static void sentences_are_folded(void **unused)
{
	(void)unused;
	folds_to("a b", 8, "why: a b\n");
	folds_to("a b", 7, "why: a\n     b\n");
	folds_to("one two three", 12, "why: one two\n     three\n");
	folds_to("", 12, "why: \n");
}

static void words_are_whole_if_a_line_holds_them(void **unused)
{
	(void)unused;
	folds_to("a b/c/d/e", 12, "why: a\n     b/c/d/e\n");
	folds_to("much/too/long.c:12 x", 12, "why: much/to\n     o/long.\n     c:12 x\n");
	folds_to("x much/too/long", 12, "why: x\n     much/to\n     o/long\n");
}

static void widths_are_columns_of_a_terminal(void **unused)
{
	(void)unused;
	folds_to("äöü äöü", 12, "why: äöü äöü\n");
	folds_to("漢字 漢", 11, "why: 漢字\n     漢\n");
	folds_to("漢字漢字", 10, "why: 漢字\n     漢字\n");
	assert_int_equal(hd_width("e\xcc\x81"), 1); /* an e and an accent of its own */
	assert_int_equal(hd_width("a漢🙂"), 5);
	assert_int_equal(hd_prefix("漢字", 3), 3);
	assert_int_equal(hd_suffix("a漢字", 3), 4);
	assert_int_equal(hd_suffix("e\xcc\x81x", 1), 3); /* the accent goes with its letter */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sentences_are_folded),
	    cmocka_unit_test(words_are_whole_if_a_line_holds_them),
	    cmocka_unit_test(widths_are_columns_of_a_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
