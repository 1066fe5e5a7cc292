/* SPDX-License-Identifier: Apache-2.0
 *
 * The potential violations of two units. */
#pragma once

#include "analysis/sets/potential_state.h"

/* u is the one with the pattern's first access. */
void hd_potential_pair(struct hd_potential *p, const struct hd_potential_unit *u,
		       const struct hd_potential_unit *v);
