/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of --check and --fail-on: a list of analyses, separated by commas. */
#pragma once

#include <argp.h>
#include <stdint.h>

#include "wire/wire.h"

/* The bits of the analyses that the list names. `all` has the bits that this option may have. Ends the
 * process with a sentence and status 2 when a name is unknown. */
uint32_t hd_option_checks(const struct argp_state *state, const char *option, const char *list, uint32_t all);
