/* SPDX-License-Identifier: Apache-2.0
 *
 * Boost.Test:
 *
 *   Running 2 test cases...
 *   queue_test.cc(7): error: in "queue/two_producers": check a.balance == 2 has failed [1 != 2]
 */
#include <string.h>

#include "base/fail.h"
#include "framework/check_text.h"
#include "framework/framework.h"

/* What follows `error: in "`, or NULL: it is another line. */
static const char *boost_error(const char *line, struct hd_line_place *place)
{
	const char *error;

	if (!hd_line_place(line, place))
		return NULL;
	error = hd_line_after(place->rest, "fatal error: in \"");
	return error ? error : hd_line_after(place->rest, "error: in \"");
}

static bool boost_find_failed(const struct hd_lines *output, bool ended, struct hd_failed_test *t)
{
	struct hd_line_place place;

	if (!ended)
		return false;
	for (size_t i = 0; i < output->n; i++) {
		const char *name = boost_error(output->line[i], &place);
		const char *end = name ? strstr(name, "\": ") : NULL;
		struct hd_check_text text;

		if (!end)
			continue;
		t->name = hd_sprintf("%.*s", (int)(end - name), name);
		if (place.line) /* else it is an "unknown location" */
			hd_failed_test_place(t, &place);
		hd_check_text_begin(&text);
		hd_check_text_add(&text, end + 3);
		t->text = hd_check_text_end(&text);
		return true;
	}
	return false;
}

const struct hd_framework hd_framework_boost = {
    .name = "Boost.Test",
    .marks = {"libboost_unit_test_framework", "btrt_list_content", "BOOST_TEST_LIST_CONTENT"},
    .setting = "BOOST_TEST_CATCH_SYSTEM_ERRORS=no",
    .find_failed = boost_find_failed,
};
