/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `heddle test --compare`. Each function ends the process with a sentence and status 2 when
 * something makes no sense. */
#pragma once

#include <argp.h>

#include "heddle/compare.h"

/* The strategies, separated by commas. The function writes into the list to cut it up. */
void hd_option_compare(struct hd_compare_options *c, const struct argp_state *state, char *list);
