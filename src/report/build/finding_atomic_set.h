/* SPDX-License-Identifier: Apache-2.0
 *
 * A violation of an atomic set in words: which thread did what in which unit of work, in the order in which
 * it happened, and what that means. */
#pragma once

#include "report/build/build_state.h"

/* The sentence of an atomic set's violation. */
void hd_say_violation(struct hd_build *b, const struct hd_wire_finding *f, FILE *out);
