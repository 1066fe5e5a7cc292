/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole interleaving. */
#pragma once

#include "report/report.h"

/* The whole interleaving, one column a thread, in lines of at most `width` characters; 0: as wide as the
 * terminal, or 100. */
void hd_report_show(const struct hd_report *r, FILE *f, bool colour, unsigned width);
