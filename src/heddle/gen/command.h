/* SPDX-License-Identifier: Apache-2.0
 *
 * Running heddle itself, as a compiler or to test a program, with its output in a file. */
#pragma once

#include "heddle/cli/stop_signals.h"

/* Commands that run from now on are ended when the user asks to stop. NULL: no longer. */
void hd_command_watch(struct hd_signals *signals);
/* Run `heddle ARGV[1…]` (argv[0] is filled in) in a folder, with its output, and what it complains about, in
 * the file `log`. Its exit status; HD_EXIT_TROUBLE after a sentence; or HD_COMMAND_STOPPED. */
#define HD_COMMAND_STOPPED -1
int hd_command_run(char **argv, const char *folder, const char *log);
/* Print a file to standard error: the words of a command that failed. */
void hd_command_show(const char *log);
