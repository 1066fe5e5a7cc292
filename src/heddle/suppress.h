/* SPDX-License-Identifier: Apache-2.0
 *
 * A suppressions file: findings that the user has looked at and does not want to hear of again. One a line,
 * `KIND:PATTERN` with `*` and `?` as in file names; `#` begins a comment. A finding is suppressed when the
 * pattern fits the name of a function on one of its stacks, its source file (or the end of its path), or the
 * object. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "report/report.h"

struct hd_suppression {
	char *kind, *pattern;
};

struct hd_suppressions {
	struct hd_suppression *list;
	size_t n, cap;
};

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_suppressions_load(struct hd_suppressions *s, const char *path);
void hd_suppressions_term(struct hd_suppressions *s);
bool hd_suppressed(const struct hd_suppressions *s, const struct hd_report *finding);
