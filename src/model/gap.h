/* SPDX-License-Identifier: Apache-2.0
 *
 * A gap is something that a systematic search cannot decide, although it makes a difference. Code that leaves
 * a gap records it, and then nothing has been proved when the search ends. */
#pragma once

#include <stdint.h>

enum hd_gap {
#define HD_GAP(id, text) HD_GAP_##id,
#include "model/gap.def"
#undef HD_GAP
	HD_GAP_COUNT
};

/* In sets of gaps. */
#define HD_GAP_BIT(id) (1u << HD_GAP_##id)

extern const char *const hd_gap_why[HD_GAP_COUNT];

/* A limit is part of what is claimed: "every schedule … in which …". */
enum hd_limit {
#define HD_LIMIT(id, text) HD_LIMIT_##id,
#include "model/limit.def"
#undef HD_LIMIT
	HD_LIMIT_COUNT
};

#define HD_LIMIT_BIT(id) (1u << HD_LIMIT_##id)

extern const char *const hd_rlimit_text[HD_LIMIT_COUNT];
