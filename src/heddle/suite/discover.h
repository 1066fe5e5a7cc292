/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding the tests of a suite: in a test program, in the folder of a build, or in a list of commands. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/suite/suite.h"

/* Add the tests of what `path` names:
 *   a folder that a build was made in       the tests that ctest, `meson test` or `make check` run there
 *   a program                               its tests, if it uses a framework that can list them; else itself
 *   any other file                          a list: each line is a command
 * `args` (ends with NULL) are for each program. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_suite_discover(struct hd_suite *s, const char *path, char *const *args, struct hd_signals *signals);

/* Only the tests whose names fit one of n patterns of shell wildcards stay. */
void hd_suite_filter(struct hd_suite *s, char *const *patterns, size_t n);
