/* SPDX-License-Identifier: Apache-2.0
 *
 * Places in SARIF, and the table of the files that they are in. Private to sarif*.c. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "report/report.h"

#define HD_SARIF_ROOT "SRCROOT"

struct hd_sarif_files {
	const char *root;
	const char *program; /* for what has no source file */
	char **names;	     /* as they are in reports */
	size_t n, cap;
};

void hd_sarif_files_term(struct hd_sarif_files *files);
/* A file: URI of an absolute path, or a relative one; a folder ends with a slash. */
json_t *hd_sarif_uri(const char *path, bool folder);
/* The `location` object of a place, with a message if there is one. */
json_t *hd_sarif_location(struct hd_sarif_files *files, const struct hd_location *l, const char *message);
/* The array `artifacts` of all files that were named. */
json_t *hd_sarif_artifacts(const struct hd_sarif_files *files);

/* {"text": …} */
json_t *hd_sarif_message(const char *text);
