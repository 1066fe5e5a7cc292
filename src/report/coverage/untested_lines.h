/* SPDX-License-Identifier: Apache-2.0
 *
 * What is untested, by lines of source: each line with its text and the iRoots that are about it. */
#pragma once

#include "report/coverage/coverage.h"

void hd_untested_lines_put(const struct hd_coverage *c, FILE *f);
