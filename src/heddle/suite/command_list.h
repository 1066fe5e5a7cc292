/* SPDX-License-Identifier: Apache-2.0
 *
 * A list of tests: a file with a command in each line, such as the TESTS of a makefile or the programs of a
 * TAP harness. Empty lines and those that begin with # do not count; '…', "…" and backslashes quote as in a
 * shell. */
#pragma once

#include "heddle/suite/suite.h"

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_command_list_read(struct hd_suite *s, const char *path);
