/* SPDX-License-Identifier: Apache-2.0 */
#include "model/gap.h"

const char *const hd_gap_why[HD_GAP_COUNT] = {
#define HD_GAP(id, text) [HD_GAP_##id] = text,
#include "model/gap.def"
#undef HD_GAP
};

const char *const hd_rlimit_text[HD_LIMIT_COUNT] = {
#define HD_LIMIT(id, text) [HD_LIMIT_##id] = text,
#include "model/limit.def"
#undef HD_LIMIT
};
