/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of a campaign: what it says, and which line of a broken one is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "heddle/work/campaign_file.h"

static void test_what_a_file_says(void **state)
{
	static const char text[] = "# night\n"
				   "time 8h\njobs 3\r\nworkers 12\noptions --check all -s 'pos'\n\n"
				   "program ./a \"b c\"  # not a comment, but words\n"
				   "\tinputs corpus\n  time 90\n  runs 7\n"
				   "tests build -x\n    options -k\n    time 10m";
	struct hd_campaign_file f;
	unsigned line;
	char *why;

	(void)state;
	assert_true(hd_campaign_file_parse(&f, text, &why, &line));
	assert_null(why);
	assert_true(f.seconds == 8 * 3600 && f.jobs == 3 && f.workers == 12 && f.runs == 0);
	assert_int_equal(f.options.count, 4);
	assert_string_equal(f.options.at[3], "pos");
	assert_int_equal(f.n, 2);
	assert_string_equal(f.entries[0].words.at[1], "b c");
	assert_string_equal(f.entries[0].inputs, "corpus");
	assert_true(f.entries[0].seconds == 90 && f.entries[0].runs == 7);
	assert_int_equal(f.entries[0].line, 7);
	assert_true(f.entries[1].is_tests && f.entries[1].seconds == 600);
	assert_string_equal(f.entries[1].options.at[0], "-k");
	hd_campaign_file_free(&f);
}

static void test_what_is_wrong(void **state)
{
	static const struct {
		const char *text, *why;
		unsigned line;
	} broken[] = {
	    {"", "names no program", 0},
	    {"# nothing\n\n", "names no program", 0},
	    {"program\n", "wants a program", 1},
	    {"program a\nprgram b\n", "did you mean `program`", 2},
	    {"program a\n  program b\n", "must not be indented", 2},
	    {"inputs c\n", "indent it", 1},
	    {"  time 3\n", "no program or tests are before it", 1},
	    {"time 0\n", "wants a time", 1},
	    {"time 3x\n", "wants a time", 1},
	    {"time h\n", "wants a time", 1},
	    {"runs -1\nprogram a", "wants a number", 1},
	    {"jobs 65\nprogram a", "from 1 to 64", 1},
	    {"workers 0\nprogram a", "from 1 to 4096", 1},
	    {"program a\n workers 2\n", "must not be indented", 2},
	    {"tests b\n inputs c\n", "belongs to a program", 2},
	    {"program b\n inputs c\n inputs d", "inputs already", 3},
	    {"program b\n options x", "wants options", 2},
	    {"program b\n options -k --time=3", "says that itself", 2},
	    {"program b\n options -t3", "says that itself", 2},
	    {"program b\n options -- c", "says that itself", 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		struct hd_campaign_file f;
		unsigned line = 77;
		char *why = NULL;

		assert_false(hd_campaign_file_parse(&f, broken[i].text, &why, &line));
		if (!strstr(why, broken[i].why))
			fail_msg("%s: %s", broken[i].text, why);
		assert_int_equal(line, broken[i].line);
		free(why);
		hd_campaign_file_free(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_what_a_file_says),
	    cmocka_unit_test(test_what_is_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
