/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known from an earlier search, by --baseline: it is told in one line and counts for nothing. */
#pragma once

#include <stdbool.h>

#include "report/json/baseline_read.h"

struct hd_baseline {
	struct hd_fingerprints known;
};

/* `path` is SARIF, a JSON summary, a folder of bugs or one bug of it; NULL: nothing is known. 0, or
 * HD_EXIT_TROUBLE after a sentence. */
int hd_baseline_load(struct hd_baseline *b, const char *path);
bool hd_baseline_has(const struct hd_baseline *b, const char *fingerprint);
void hd_baseline_term(struct hd_baseline *b);
