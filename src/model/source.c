/* SPDX-License-Identifier: Apache-2.0 */
#include "model/source.h"

const char *const hd_source_text[HD_SOURCE_COUNT] = {
#define HD_SOURCE(id, weight, text, advice) text,
#include "model/source.def"
#undef HD_SOURCE
};

const char *const hd_source_advice[HD_SOURCE_COUNT] = {
#define HD_SOURCE(id, weight, text, advice) advice,
#include "model/source.def"
#undef HD_SOURCE
};

const int hd_source_weight[HD_SOURCE_COUNT] = {
#define HD_SOURCE(id, weight, text, advice) weight,
#include "model/source.def"
#undef HD_SOURCE
};
