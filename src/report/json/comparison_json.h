/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison of strategies as JSON. */
#pragma once

#include "report/comparison.h"

/* 0, or -1 with errno. */
int hd_comparison_write_json(const struct hd_comparison *c, FILE *f);
