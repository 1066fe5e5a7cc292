/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of --check and --fail-on: a list of analyses, separated by commas. */
#pragma once

#include <argp.h>
#include <stdint.h>

#include "wire/wire.h"

#define HD_CHECK_DEFAULT (HD_CHECK_RACE | HD_CHECK_LOCK_ORDER)
#define HD_CHECK_ALL	 (HD_CHECK_DEFAULT | HD_CHECK_ATOMIC_SETS)

/* The bits of the analyses that the list names. `all` has the bits that this option may have. Ends the
 * process with a sentence and status 2 when a name is unknown. */
uint32_t hd_option_checks(const struct argp_state *state, const char *option, const char *list, uint32_t all);
