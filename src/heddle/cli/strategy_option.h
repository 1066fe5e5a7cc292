/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of strategies on the command line. */
#pragma once

#include <argp.h>

/* The index of the strategy, -1 for auto. Ends the process with a sentence when there is none of that name.
 */
int hd_option_strategy(const struct argp_state *state, const char *name);
