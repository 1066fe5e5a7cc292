/* SPDX-License-Identifier: Apache-2.0
 *
 * What `-s maple` does next: profile runs until three in a row predict nothing new, then an attempt at each
 * iRoot that was predicted and not exposed, simple ones first, at most six times each, earlier searches
 * included; then it profiles again, and when that brings nothing to try either, the search is over. */
#pragma once

#include <stdbool.h>

#include "model/iroot.h"

void hd_candidate_init(void);
/* Choose for the run that begins: the iRoot to expose, or NULL for a profile run. */
const struct hd_iroot *hd_candidate_choose(void);
/* The run is over. */
void hd_candidate_end(void);
/* The run has shown something that no run had shown before. */
void hd_candidate_news(void);
/* A profile run predicted it. */
void hd_candidate_predicted(void *to, const struct hd_iroot *r);
