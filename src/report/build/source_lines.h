/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of source files, to be shown beside the steps. Files are read once. */
#pragma once

struct hd_sources;

struct hd_sources *hd_sources_new(void);
void hd_sources_free(struct hd_sources *s);

/* The line (counted from 1) without leading and trailing blanks, malloc'ed; NULL: there is none. */
char *hd_source_line(struct hd_sources *s, const char *file, int line);
/* How many of the lines from `first` on, up to the one before `line`, have the same text as `line`. First 0:
 * not known where they begin. */
unsigned hd_source_twins(struct hd_sources *s, const char *file, int first, int line);

/* A path without "." and ".." in it, malloc'ed, unless that would name something else. */
char *hd_tidy_path(const char *path);
