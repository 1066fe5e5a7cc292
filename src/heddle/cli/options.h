/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of command line options. Each function ends the process with a sentence and status 2 when the value
 * is bad; `option` is its name as the user knows it. */
#pragma once

#include <argp.h>
#include <stdint.h>

uint64_t hd_option_count(const struct argp_state *state, const char *option, const char *value, uint64_t min,
			 uint64_t max);
double hd_option_seconds(const struct argp_state *state, const char *option, const char *value);
/* The folder of a failure, of which a command takes one. */
void hd_option_bug(const struct argp_state *state, const char **bug, const char *value);
/* The index of the value in a list that ends with NULL. */
int hd_option_choice(const struct argp_state *state, const char *option, const char *value,
		     const char *const *choices);
