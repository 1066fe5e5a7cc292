/* SPDX-License-Identifier: Apache-2.0
 *
 * A violation of an atomic set in words: which thread did what in which unit of work, in the order in which
 * it happened, and what that means. */
#pragma once

#include "report/build/build_state.h"

/* The sentence of an atomic set's violation. */
void hd_say_violation(struct hd_build *b, const struct hd_wire_finding *f, FILE *out);
/* Which accesses of the other unit came between which of the one, and the remedy: the report's cause, pattern
 * and remedy. The threads of the report are there already. */
void hd_explain_violation(struct hd_build *b, const struct hd_wire_finding *f);
