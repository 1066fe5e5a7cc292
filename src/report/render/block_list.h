/* SPDX-License-Identifier: Apache-2.0
 *
 * What the letters of heap blocks in a table stand for. */
#pragma once

#include "report/render/rows.h"
#include "report/render/style.h"
#include "report/report.h"

void hd_block_list_print(FILE *f, const struct hd_report *r, const struct hd_rows *rows,
			 const struct hd_style *style);
