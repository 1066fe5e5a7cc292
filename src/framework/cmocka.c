/* SPDX-License-Identifier: Apache-2.0
 *
 * cmocka:
 *
 *   [==========] Running 2 test(s).
 *   [ RUN      ] two_producers
 *   [  ERROR   ] --- 0x1 != 0x2
 *   [   LINE   ] --- queue_test.c:10: error: Failure!
 *   [  FAILED  ] two_producers
 */
#include "framework/check_text.h"
#include "framework/framework.h"
#include "framework/tagged.h"

static const char *after_dashes(const char *text)
{
	const char *rest = hd_line_after(text, "--- ");

	return rest ? rest : text;
}

/* The error of line `i`, which may take several lines. */
static void take_error(const struct hd_lines *output, size_t i, struct hd_failed_test *t)
{
	struct hd_check_text text;

	if (t->text)
		return;
	hd_check_text_begin(&text);
	hd_check_text_add(&text, after_dashes(hd_line_after_tag(output->line[i], "ERROR")));
	while (++i < output->n && !hd_line_is_tagged(output->line[i]))
		hd_check_text_add(&text, output->line[i]);
	t->text = hd_check_text_end(&text);
}

static void take_line(const char *text, struct hd_failed_test *t)
{
	struct hd_line_place place;

	if (!t->file && hd_line_place(after_dashes(text), &place))
		hd_failed_test_place(t, &place);
}

static void cmocka_take_check(const struct hd_lines *output, size_t i, struct hd_failed_test *t)
{
	const char *where = hd_line_after_tag(output->line[i], "LINE");

	if (where)
		take_line(where, t);
	else if (hd_line_after_tag(output->line[i], "ERROR"))
		take_error(output, i, t);
}

static bool cmocka_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	static const struct hd_tagged form = {" test(s)", cmocka_take_check};

	return hd_tagged_find(&form, output, ended, t);
}

const struct hd_framework hd_framework_cmocka = {
    .name = "cmocka",
    .marks = {"_cmocka_run_group_tests"},
    .find_failed = cmocka_find_failed,
};
