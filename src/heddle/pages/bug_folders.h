/* SPDX-License-Identifier: Apache-2.0
 *
 * The folders of failures that a report is about. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hd_bug_folders {
	char **list; /* paths, each once */
	size_t n, cap;
};

/* The folder has the report of a failure. */
bool hd_bug_folder_is_one(const char *path);
void hd_bug_folders_add(struct hd_bug_folders *b, const char *path);
/* All bug-N of a folder, by number. */
void hd_bug_folders_add_all(struct hd_bug_folders *b, const char *out);
void hd_bug_folders_free(struct hd_bug_folders *b);
