/* SPDX-License-Identifier: Apache-2.0
 *
 * What `-s maple` does next: profile runs until three in a row predict nothing new, then an attempt at each
 * iRoot that was predicted and not exposed, simple ones first, at most HD_ATTEMPTS_MAX times each; then it
 * profiles again. */
#pragma once

#include <stdbool.h>

#include "model/iroot.h"

void hd_candidate_init(void);
/* Choose for the run that begins: the iRoot to expose, or NULL for a profile run. */
const struct hd_iroot *hd_candidate_choose(void);
/* The run is over. */
void hd_candidate_end(void);
/* A profile run predicted it. */
void hd_candidate_predicted(void *to, const struct hd_iroot *r);
