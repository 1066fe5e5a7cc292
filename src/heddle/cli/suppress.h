/* SPDX-License-Identifier: Apache-2.0
 *
 * A suppressions file: findings that the user has looked at and does not want to hear of again. The format is
 * ThreadSanitizer's, so that one file serves both: `KIND:PATTERN`, one a line, `#` begins a comment. The
 * pattern is looked for anywhere in the name of a function on one of the finding's stacks, in its source file
 * or module, or in the object's name; `*` stands for any text, `^` and `$` for the beginning and the end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "report/report.h"

struct hd_suppression {
	unsigned kind; /* index into the kinds that suppress.c knows */
	char *pattern; /* for the whole text: `*` at an end that is not anchored */
};

struct hd_suppressions {
	struct hd_suppression *list;
	size_t n, cap;
};

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_suppressions_load(struct hd_suppressions *s, const char *path);
/* The files that the environment variable TSAN_OPTIONS names, as it stands there; NULL: none. */
int hd_suppressions_load_tsan(struct hd_suppressions *s, const char *options);
/* One line. False: it is none. */
bool hd_suppressions_line(struct hd_suppressions *s, const char *line);
void hd_suppressions_term(struct hd_suppressions *s);
bool hd_suppressed(const struct hd_suppressions *s, const struct hd_report *finding);
/* `*` stands for any text and `?` for any character; the rest of the pattern is meant as it is. */
bool hd_pattern_fits(const char *pattern, const char *text);
