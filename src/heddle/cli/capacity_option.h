/* SPDX-License-Identifier: Apache-2.0
 *
 * The value of --capacity. */
#pragma once

#include <argp.h>
#include <stdint.h>

/* "TABLE=N" into most[], by enum hd_capacity; the other entries of a most[] that is still zero become what
 * they are by default. Ends the process with a sentence and status 2 when the value is bad. */
void hd_option_capacity(const struct argp_state *state, const char *value, uint32_t *most);
