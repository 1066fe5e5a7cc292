/* SPDX-License-Identifier: Apache-2.0
 *
 * The interleaving: time goes down, one column a thread while they fit, and beside each step its source line.
 */
#pragma once

#include "report/render/rows.h"
#include "report/render/style.h"
#include "report/report.h"

/* With `hints`, rows that stand for several steps say how to see these. */
void hd_table_print(FILE *f, const struct hd_report *r, const struct hd_rows *rows,
		    const struct hd_style *style, bool hints);
