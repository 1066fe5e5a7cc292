/* SPDX-License-Identifier: Apache-2.0
 *
 * Coverage for a terminal. */
#pragma once

#include "report/coverage/coverage.h"

/* `groups` is how many of what is untested to show at most. */
void hd_coverage_print(const struct hd_coverage *c, FILE *f, bool colour, unsigned groups);
