/* SPDX-License-Identifier: Apache-2.0 */
#include "model/check.h"

const struct hd_analysis_info hd_analysis_infos[HD_ANALYSES] = {
#define HD_ANALYSIS(id, name, when, meaning) {name, HD_ANALYSIS_##when, meaning},
#include "model/analyses.def"
#undef HD_ANALYSIS
};
