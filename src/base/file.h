/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that are either complete or not there: written under a temporary name, renamed when all is well.
 * What is no regular file (/dev/null, a pipe) is written to directly. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct hd_outfile {
	char *path, *temporary; /* temporary is NULL: written directly */
	FILE *f;
};

/* 0, or -1 with errno. */
int hd_outfile_open(struct hd_outfile *o, const char *path);
/* Check that all was written, and rename. 0, or -1 with errno and nothing left behind. */
int hd_outfile_commit(struct hd_outfile *o);
void hd_outfile_abandon(struct hd_outfile *o);

/* What follows the last slash, or all of it; NULL stays NULL. */
const char *hd_base_name(const char *path);

/* A source file of the system or of a C++ library, not of the program or of a library built with it. */
bool hd_is_system_path(const char *path);

/* rm -rf, of a folder that is ours. */
void hd_remove_tree(const char *folder);
/* mkdir -p; 0, or -1 with errno. */
int hd_make_directories(const char *path);

/* All of a text file, to be freed; NULL: it is not there, or empty. */
char *hd_read_text(const char *path);
