/* SPDX-License-Identifier: Apache-2.0
 *
 * What the output of a test program says about the first test that failed in it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "framework/lines.h"

struct hd_failed_test {
	const char *framework; /* its name */
	char *name;	       /* of the test, or NULL: not told */
	char *file;	       /* of the check that failed, or NULL: not told */
	int line;
	char *text; /* what the check says, as one line, or NULL: the test did not come to its end */
};

/* Where its check is. */
void hd_failed_test_place(struct hd_failed_test *t, const struct hd_line_place *place);
void hd_failed_test_free(struct hd_failed_test *t);
