/* SPDX-License-Identifier: Apache-2.0
 *
 * How a run ended. */
#pragma once

#include <stdbool.h>

enum hd_outcome {
#define HD_OUTCOME(id, text, failure) HD_OUT_##id,
#include "model/outcome.def"
#undef HD_OUTCOME
	HD_OUTCOME_COUNT
};

extern const char *const hd_outcome_text[HD_OUTCOME_COUNT];
extern const bool hd_outcome_is_failure[HD_OUTCOME_COUNT];

/* The outcome with this text, or HD_OUTCOME_COUNT. */
enum hd_outcome hd_outcome_named(const char *text);
