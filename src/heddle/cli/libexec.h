/* SPDX-License-Identifier: Apache-2.0
 *
 * The programs beside heddle that do what needs a library which heddle itself does without. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Run libexec/NAME with these arguments (argv[0] is filled in), and with descriptors `in` (-1: nothing to
 * read) and `out` as its input and output. 0, or HD_EXIT_TROUBLE after a sentence; `missing` says what to do
 * when the program is not there. */
int hd_libexec_run(const char *name, const char *missing, char **argv, int in, int out);
/* The same in the background: the process that was started, or -1 after a sentence; and how it ended. */
pid_t hd_libexec_start(const char *name, const char *missing, char **argv, int in, int out);
int hd_libexec_await(const char *name, pid_t child);
bool hd_libexec_is_there(const char *name);
/* All that a descriptor's file holds, with a 0 behind it; to be freed. */
char *hd_libexec_output(int fd, size_t *size);
