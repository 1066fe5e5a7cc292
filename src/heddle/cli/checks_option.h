/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of --check and --fail-on: a list of analyses, separated by commas. */
#pragma once

#include <argp.h>
#include <stdint.h>

/* The bits of the analyses that the list names, HD_CHECK_* and HD_FAIL_ON_EARLY. They end the process with a
 * sentence and status 2 when a name is unknown. */
uint32_t hd_option_checks(const struct argp_state *state, const char *list);
uint32_t hd_option_fail_on(const struct argp_state *state, const char *list);
