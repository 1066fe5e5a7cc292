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

static void words_are_whole_and_counted_in_characters(void **unused)
{
	(void)unused;
	folds_to("much/too/long.c:12 x", 12, "why: much/too/long.c:12\n     x\n");
	folds_to("äöü äöü", 12, "why: äöü äöü\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sentences_are_folded),
	    cmocka_unit_test(words_are_whole_and_counted_in_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
