/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of a program, taken for that of a test framework: what is found has a name, a check has a text,
 * and nothing is left behind. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "framework/find_failed_test.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_output((const char *)data, size, true);
	read_output((const char *)data, size, false);
	return 0;
}
