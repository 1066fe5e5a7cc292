/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of a program, taken for that of a test framework: what is found has a name, a check has a text,
 * and nothing is left behind. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "framework/find_failed_test.h"
#include "framework/framework.h"
#include "report/json/test_list_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_output(const char *output, size_t size, bool ended)
{
	struct hd_failed_test t;

	if (!hd_failed_test_find(&t, output, size, ended))
		return;
	if (!t.framework || !t.name || (t.file && t.line < 0) ||
	    (t.text && (!*t.text || strchr(t.text, '\n'))))
		abort();
	hd_failed_test_free(&t);
}

static void read_list(const struct hd_framework *f, const struct hd_lines *lines)
{
	struct hd_names names = {0};

	if (!f->listing.read)
		return;
	f->listing.read(lines, &names);
	for (size_t i = 0; i < names.n; i++) {
		if (!*names.name[i])
			abort();
		free(f->listing.select(names.name[i]));
	}
	hd_names_free(&names);
}

static void read_lists(const char *output, size_t size)
{
	struct hd_listed_tests tests;
	struct hd_lines lines;
	const char *error;

	hd_lines_split(&lines, output, size);
	for (size_t i = 0; hd_framework_at(i); i++)
		read_list(hd_framework_at(i), &lines);
	hd_lines_free(&lines);
	if (hd_read_ctest_list(output, size, &tests, &error))
		hd_listed_tests_free(&tests);
	if (hd_read_meson_list(output, size, &tests, &error))
		hd_listed_tests_free(&tests);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_lists((const char *)data, size);
	read_output((const char *)data, size, true);
	read_output((const char *)data, size, false);
	return 0;
}
