/* SPDX-License-Identifier: Apache-2.0
 *
 * An attempt to expose an iRoot, and what is known of the run that it was predicted from. */
#pragma once

#include <stdint.h>

#include "model/iroot.h"
#include "model/step.h"

/* Where the operations A, B, C, D of a prediction are in the schedule of its run. */
struct hd_source_run {
	uint32_t when[HD_IDIOM_OPS];
	uint32_t from[HD_IDIOM_OPS]; /* … and where their threads took the outermost lock that they held
				      * there; the same if they held none */
};

struct hd_attempt {
	struct hd_iroot root;
	uint32_t number;	     /* of earlier attempts at this iRoot, here or elsewhere */
	const struct hd_step *steps; /* the schedule of the run that it was predicted from; NULL: not kept */
	uint32_t nsteps;
	struct hd_source_run witness; /* each below nsteps */
};
