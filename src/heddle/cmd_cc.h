/* SPDX-License-Identifier: Apache-2.0
 *
 * The compiler drivers. */
#pragma once

#include <stdbool.h>

/* argv[0] is ignored; their options are the compiler's, so they use no argp. */
int hd_cmd_cc(int argc, char **argv, bool cxx);
