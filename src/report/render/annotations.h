/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as lines that GitHub Actions shows beside the source:
 * `::error file=…,line=…,title=…::…`. */
#pragma once

#include <stdio.h>

#include "report/results.h"

/* A line for each failure and finding that is not known from the baseline. */
void hd_annotations_print(const struct hd_search_results *s, FILE *f);
