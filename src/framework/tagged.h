/* SPDX-License-Identifier: Apache-2.0
 *
 * Output whose lines begin with a word in brackets: GoogleTest's form, which cmocka took over.
 *
 *   [==========] Running 7 tests from 4 test suites.
 *   [ RUN      ] Queue.TwoProducers
 *   …
 *   [  FAILED  ] Queue.TwoProducers (0 ms)
 */
#pragma once

#include "framework/failed_test.h"
#include "framework/lines.h"

struct hd_tagged {
	const char *header; /* what the line with [==========] has in it */
	/* Take file, line and text of a failed check from line i, if it is one and none is known. */
	void (*take_check)(const struct hd_lines *output, size_t i, struct hd_failed_test *t);
};

bool hd_tagged_find(const struct hd_tagged *form, const struct hd_lines *output, bool ended,
		    struct hd_failed_test *t);
