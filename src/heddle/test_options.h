/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of `heddle test`. */
#pragma once

#include "heddle/test_arguments.h"

/* Reads the command line. Ends the process with a sentence and status 2 if something is wrong with it. */
void hd_test_options_parse(struct hd_test_arguments *a, int argc, char **argv);
