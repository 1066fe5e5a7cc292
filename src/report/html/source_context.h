/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of source that a page shows: those that steps are at, and lines around them. Each is written
 * once. Of a file that is not as it was when the report was made only the lines that the report has itself
 * are shown. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "report/report.h"

struct hd_source_file {
	char *path;
	char **recorded; /* what the report says of each line, from 1 on; NULL: nothing */
	char **text;	 /* the lines of the file, if it is as it was; else NULL */
	int nrecorded, ntext;
	size_t recorded_cap;
	bool there; /* the file could be read; it has changed if `text` is NULL */
};

struct hd_source_context {
	struct hd_source_file *files;
	size_t nfiles, cap;
};

/* The place will be shown. Returns the number of its file, from 1 on; 0: it has none. */
size_t hd_source_context_add(struct hd_source_context *c, const struct hd_location *l);
/* All places were added: look at the files. */
void hd_source_context_read(struct hd_source_context *c);
/* What to show of a line; NULL: nothing is known of it. */
const char *hd_source_context_line(const struct hd_source_file *f, int line);
/* A list of files: their paths, and pieces of one line after another. */
json_t *hd_source_context_json(const struct hd_source_context *c);
void hd_source_context_free(struct hd_source_context *c);
