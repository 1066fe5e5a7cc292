/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/analyses.h"

#define HD_ANALYSIS(id, name, when, meaning) extern const struct hd_analysis_ops hd_analysis_##id;
#include "model/analyses.def"
#undef HD_ANALYSIS

const struct hd_analysis_ops *const hd_analyses[HD_ANALYSES] = {
#define HD_ANALYSIS(id, name, when, meaning) [HD_ANALYSIS_##id] = &hd_analysis_##id,
#include "model/analyses.def"
#undef HD_ANALYSIS
};
