/* SPDX-License-Identifier: Apache-2.0
 *
 * What `heddle test --explain-sets` prints. */
#pragma once

#include "heddle/sets/atomic_sets.h"

/* What was inferred, for which objects, and why. */
void hd_explain_sets(const struct hd_atomic_sets *a, const struct hd_wire *wire, struct hd_symbols *symbols,
		     FILE *out);
