/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all analyses (model/analyses.def), by enum hd_analysis_id. */
#pragma once

#include "analysis/analysis.h"

extern const struct hd_analysis_ops *const hd_analyses[HD_ANALYSES];
