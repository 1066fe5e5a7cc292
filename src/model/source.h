/* SPDX-License-Identifier: Apache-2.0
 *
 * Where what Heddle does not control comes from. */
#pragma once

enum hd_source {
#define HD_SOURCE(id, weight, text, advice) HD_SOURCE_##id,
#include "model/source.def"
#undef HD_SOURCE
	HD_SOURCE_COUNT
};

extern const char *const hd_source_text[HD_SOURCE_COUNT];
extern const char *const hd_source_advice[HD_SOURCE_COUNT];
extern const int hd_source_weight[HD_SOURCE_COUNT];
