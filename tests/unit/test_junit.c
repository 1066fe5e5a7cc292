/* SPDX-License-Identifier: Apache-2.0
 *
 * JUnit XML: every verdict has its element, the counts are right, and no text breaks the markup. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/render/junit.h"

static char *written(const struct hd_junit_suite *s)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	assert_int_equal(hd_junit_write(s, f), 0);
	fclose(f);
	return out;
}

static void each_verdict_has_its_element(void **unused)
{
	const struct hd_junit_case cases[] = {
	    {.name = "good", .class = "queue", .seconds = 0.25, .verdict = HD_JUNIT_PASSED},
	    {.name = "bad",
	     .class = "queue",
	     .file = "queue.c",
	     .line = 12,
	     .verdict = HD_JUNIT_FAILED,
	     .kind = "deadlock",
	     .message = "two threads wait",
	     .report = "first\nsecond",
	     .output = "printed\n"},
	    {.name = "absent",
	     .class = "queue",
	     .verdict = HD_JUNIT_ERROR,
	     .kind = "refused",
	     .message = "not there"},
	    {.name = "later", .class = "queue", .verdict = HD_JUNIT_SKIPPED, .message = "not today"},
	};
	const struct hd_junit_suite suite = {
	    .name = "tests", .started = 86400, .seconds = 1.5, .cases = cases, .ncases = 4};
	char *text = written(&suite);

	(void)unused;
	assert_string_equal(text,
			    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			    "<testsuites name=\"heddle\" tests=\"4\" failures=\"1\" errors=\"1\" "
			    "time=\"1.500\">\n"
			    "  <testsuite name=\"tests\" tests=\"4\" failures=\"1\" errors=\"1\" "
			    "skipped=\"1\" time=\"1.500\" timestamp=\"1970-01-02T00:00:00Z\">\n"
			    "    <testcase name=\"good\" classname=\"queue\" time=\"0.250\">\n"
			    "    </testcase>\n"
			    "    <testcase name=\"bad\" classname=\"queue\" file=\"queue.c\" line=\"12\" "
			    "time=\"0.000\">\n"
			    "      <failure message=\"two threads wait\" type=\"deadlock\">first\n"
			    "second</failure>\n"
			    "      <system-out>printed\n"
			    "</system-out>\n"
			    "    </testcase>\n"
			    "    <testcase name=\"absent\" classname=\"queue\" time=\"0.000\">\n"
			    "      <error message=\"not there\" type=\"refused\"></error>\n"
			    "    </testcase>\n"
			    "    <testcase name=\"later\" classname=\"queue\" time=\"0.000\">\n"
			    "      <skipped message=\"not today\"></skipped>\n"
			    "    </testcase>\n"
			    "  </testsuite>\n"
			    "</testsuites>\n");
	free(text);
}

static void no_text_breaks_the_markup(void **unused)
{
	const struct hd_junit_case one = {.name = "a\"<b>&c\nd\x01",
					  .class = "Stack<int>",
					  .verdict = HD_JUNIT_FAILED,
					  .message = "\xff\xef\xbf\xbf",
					  .report = "]]>\x1b[31m</failure>\n\xc3\xa4",
					  .output = "</system-out>"};
	const struct hd_junit_suite suite = {.name = "tests", .cases = &one, .ncases = 1};
	char *text = written(&suite);

	(void)unused;
	assert_non_null(strstr(text, "name=\"a&quot;&lt;b&gt;&amp;c d?\" classname=\"Stack&lt;int&gt;\""));
	assert_non_null(strstr(text, "message=\"??\""));
	assert_non_null(strstr(text, ">]]&gt;?[31m&lt;/failure&gt;\n\xc3\xa4</failure>"));
	assert_non_null(strstr(text, "<system-out>&lt;/system-out&gt;</system-out>"));
	assert_null(strstr(text, "timestamp"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_verdict_has_its_element),
	    cmocka_unit_test(no_text_breaks_the_markup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
