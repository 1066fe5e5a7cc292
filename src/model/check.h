/* SPDX-License-Identifier: Apache-2.0
 *
 * What analyses look for in the runs that are watched, as a bit set. Users ask for them (--check), and
 * strategies may need them. analyses.def lists them all. */
#pragma once

enum hd_analysis_id {
#define HD_ANALYSIS(id, name, when, meaning) HD_ANALYSIS_##id,
#include "model/analyses.def"
#undef HD_ANALYSIS
	HD_ANALYSES
};

enum {
#define HD_ANALYSIS(id, name, when, meaning) HD_CHECK_##id = 1u << HD_ANALYSIS_##id,
#include "model/analyses.def"
#undef HD_ANALYSIS
};

enum hd_analysis_when {
	HD_ANALYSIS_BY_DEFAULT,
	HD_ANALYSIS_AS_HINT,
	HD_ANALYSIS_IF_ASKED,
	HD_ANALYSIS_BY_NAME,
	HD_ANALYSIS_INTERNAL
};

enum {
#define HD_ANALYSIS(id, name, when, meaning) | (HD_ANALYSIS_##when <= HD_ANALYSIS_AS_HINT ? HD_CHECK_##id : 0)
	HD_CHECK_DEFAULT = 0
#include "model/analyses.def"
	,
#undef HD_ANALYSIS
#define HD_ANALYSIS(id, name, when, meaning)                                                                 \
	| (HD_ANALYSIS_##when == HD_ANALYSIS_BY_DEFAULT ? HD_CHECK_##id : 0)
	HD_CHECK_CERTAIN = 0 /* by default, and what they tell is right */
#include "model/analyses.def"
	,
#undef HD_ANALYSIS
#define HD_ANALYSIS(id, name, when, meaning) | (HD_ANALYSIS_##when < HD_ANALYSIS_BY_NAME ? HD_CHECK_##id : 0)
	HD_CHECK_ALL = 0 /* that look for faults */
#include "model/analyses.def"
	,
#undef HD_ANALYSIS
#define HD_ANALYSIS(id, name, when, meaning) | (HD_ANALYSIS_##when < HD_ANALYSIS_INTERNAL ? HD_CHECK_##id : 0)
	HD_CHECK_NAMED = 0 /* that users may ask for */
#include "model/analyses.def"
#undef HD_ANALYSIS
};

/* Two more bits: units of work on atomic sets by what functions are, not only by critical sections; and,
 * among what counts as a failure, one that needs an early time-out. */
#define HD_CHECK_OPERATIONS (1u << 30)
#define HD_FAIL_ON_EARLY    (1u << 31)

struct hd_analysis_info {
	const char *name;
	enum hd_analysis_when when;
	const char *meaning;
};
extern const struct hd_analysis_info hd_analysis_infos[HD_ANALYSES];
