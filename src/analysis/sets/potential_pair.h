/* SPDX-License-Identifier: Apache-2.0
 *
 * The potential violations of two units. */
#pragma once

#include "analysis/sets/potential.h"

/* u is the one with the pattern's first access. */
void hd_potential_pair(struct hd_potential *p, const struct hd_potential_unit *u,
		       const struct hd_potential_unit *v);

struct hd_potential_order { /* accesses that are to come in this order: i of u, k and l of v, j of u */
	unsigned i, k, l, j;
	bool crossing; /* … or i, k, j, l */
};

/* Whether locks and the weak order leave room for it. */
bool hd_potential_possible(const struct hd_potential_unit *u, const struct hd_potential_unit *v,
			   const struct hd_potential_order *o);
