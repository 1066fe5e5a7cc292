/* SPDX-License-Identifier: Apache-2.0
 *
 * Several strategies under the same budget, as a table for people. */
#pragma once

#include "report/comparison.h"

/* Medians over the rounds. */
void hd_comparison_table(const struct hd_comparison *c, FILE *f);
