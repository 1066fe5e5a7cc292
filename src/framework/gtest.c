/* SPDX-License-Identifier: Apache-2.0
 *
 * GoogleTest:
 *
 *   [==========] Running 7 tests from 4 test suites.
 *   [ RUN      ] Queue.TwoProducers
 *   queue_test.cc:41: Failure
 *   Expected equality of these values:
 *     …
 *   [  FAILED  ] Queue.TwoProducers (0 ms)
 */
#include <string.h>

#include "base/fail.h"
#include "framework/check_text.h"
#include "framework/framework.h"
#include "framework/tagged.h"

static bool gtest_check(const char *line, struct hd_line_place *place)
{
	if (hd_line_place(line, place))
		return !strcmp(place->rest, "Failure");
	return !strcmp(line, "unknown file: Failure");
}

/* What stands between line `i` and the next line of GoogleTest's own. */
static char *gtest_text(const struct hd_lines *output, size_t i)
{
	struct hd_check_text text;
	struct hd_line_place next;

	hd_check_text_begin(&text);
	while (++i < output->n && !hd_line_is_tagged(output->line[i]) && !gtest_check(output->line[i], &next))
		hd_check_text_add(&text, output->line[i]);
	return hd_check_text_end(&text);
}

static void gtest_take_check(const struct hd_lines *output, size_t i, struct hd_failed_test *t)
{
	struct hd_line_place place = {0};

	if (t->text || !gtest_check(output->line[i], &place))
		return;
	if (place.file)
		hd_failed_test_place(t, &place);
	t->text = gtest_text(output, i);
	if (!t->text)
		t->text = hd_strdup("Failure");
}

static bool gtest_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	static const struct hd_tagged form = {" from ", gtest_take_check};

	return hd_tagged_find(&form, output, ended, t);
}

/* "Queue." or "Typed/0.  # TypeParam = int", and below it "  TwoProducers" or "  Works/0  # GetParam() = 0".
 */
static void gtest_read_list(const struct hd_lines *output, struct hd_names *names)
{
	const char *suite = NULL;

	for (size_t i = 0; i < output->n; i++) {
		const char *line = output->line[i], *test = hd_line_after(line, "  ");
		size_t length = strcspn(line, " ");

		if (!test && length && line[length - 1] == '.')
			suite = line;
		else if (!test)
			suite = NULL;
		else if (suite && !strstr(test, "DISABLED_") && !hd_line_after(suite, "DISABLED_"))
			hd_names_add(names, hd_sprintf("%.*s%.*s", (int)strcspn(suite, " "), suite,
						       (int)strcspn(test, " "), test));
	}
}

static char *gtest_select(const char *name)
{
	return hd_sprintf("--gtest_filter=%s", name);
}

const struct hd_framework hd_framework_gtest = {
    .name = "GoogleTest",
    .marks = {"InitGoogleTest", "gtest_list_tests"},
    .find_failed = gtest_find_failed,
    .listing = {.arg = "--gtest_list_tests", .read = gtest_read_list, .select = gtest_select},
};
