/* SPDX-License-Identifier: Apache-2.0
 *
 * The runs of the experiments are kept: a sentence that says when the program fails is not told if a run
 * passes in which it is so, too. So that there are such runs, some are made for that purpose: the threads one
 * after the other in each order, and one thread in the middle of another. */
#pragma once

#include "heddle/shrink/explainer.h"

void hd_sample_runs(struct hd_explainer *x);
/* Where the operations of each decisive order are in each run that was kept. */
void hd_find_positions(struct hd_explainer *x);
